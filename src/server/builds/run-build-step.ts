import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import { projectFolder } from './build-folder.ts';

/** Lines of output shown when a build fails. */
const SHOWN_LINES = 40;

/** Runs a step of a build in a child process. Throws `StartFailure` with its last lines of output. */
function runBuildStep(args: readonly string[], verbose: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env,
    stdio: ['ignore', verbose ? 'inherit' : 'pipe', verbose ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      const lines = output.trim().split('\n').slice(-SHOWN_LINES).join('\n');
      reject(new StartFailure(`The pages could not be built${lines && `:\n${lines}`}`));
    });
  });
}

/** Runs `astro build` in a child process with output to `outDir`. Throws `StartFailure` with its last lines of output. */
export function runAstroBuild(outDir: string, verbose: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  const astro = join(projectFolder, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const production = { ...env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  return runBuildStep([astro, 'build', '--outDir', relative(projectFolder, outDir)], verbose, production);
}

/** Bundles the program of a build in a child process (see bundle-program.ts): the bundler needs much memory. Throws `StartFailure`. */
export const runBundler = (buildFolder: string, verbose: boolean, env: NodeJS.ProcessEnv): Promise<void> =>
  runBuildStep([join(projectFolder, 'src', 'server', 'builds', 'bundle-program.ts'), buildFolder], verbose, env);
