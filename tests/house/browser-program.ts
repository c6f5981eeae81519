import ts from 'typescript';
import { listSourceFiles } from './imports.ts';

let program: ts.Program | undefined;

/** All code of the browser with its types: islands, scripts of static components, directives, and what they import. */
export function browserProgram(): ts.Program {
  if (program) return program;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const options = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)?.options;
  const isOfBrowser = (file: string) => /\.tsx$|\.client\.ts$|^src\/directives\/(?!astro-integration)/.test(file);
  const files = ['src/islands', 'src/components', 'src/directives'].flatMap(listSourceFiles).filter(isOfBrowser);
  program = ts.createProgram(files, { ...options, noEmit: true, skipLibCheck: true });
  return program;
}
