import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Every source file below `folder`, as paths from the project's root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|css)$/.test(entry.name))
    .map((entry) => relative(projectFolder, join(entry.parentPath, entry.name)));
}

const statements = [/\bfrom\s*['"]([^'"]+)['"]/g, /\bimport\s*['"]([^'"]+)['"]/g, /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g];

/** The project's own files that a file imports. Packages and types of packages are left out. */
export function importsOf(file: string): string[] {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  const names = statements.flatMap((statement) => [...text.matchAll(statement)].map((match) => match[1] as string));
  return names.flatMap((name) => resolveImport(file, name) ?? []);
}

const roots: Record<string, string> = { '#drawing/': 'demo/drawing/', '#tests/': 'tests/' };

/** Packages of this project by their names. */
const packages: Record<string, string> = { '@haat/demo-shop': 'demo/index.ts' };

function resolveImport(from: string, name: string): string | undefined {
  const withoutQuery = name.split('?')[0] as string;
  const main = packages[withoutQuery];
  if (main) return existing(main);
  if (withoutQuery.startsWith('.')) return existing(join(dirname(from), withoutQuery));
  if (!withoutQuery.startsWith('#')) return undefined;
  const root = Object.keys(roots).find((prefix) => withoutQuery.startsWith(prefix));
  return existing(root ? (roots[root] as string) + withoutQuery.slice(root.length) : `src/${withoutQuery.slice(1)}`);
}

const existing = (file: string): string | undefined => (existsSync(join(projectFolder, file)) ? file : undefined);

/** The circles between files, each as the files it passes through. */
export function circles(files: string[]): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push(path.slice(start));
    if (start >= 0 || done.has(file)) return;
    for (const next of importsOf(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}
