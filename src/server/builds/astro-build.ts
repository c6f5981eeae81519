import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFailure } from '#server/process/start-failure.ts';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Lines of output shown when a build fails. */
const SHOWN_LINES = 40;

/** Runs `astro build` in a child process with output to `outDir`. Throws `StartFailure` with its last lines of output. */
export function runAstroBuild(outDir: string, verbose: boolean): Promise<void> {
  const astro = join(projectFolder, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', relative(projectFolder, outDir)], {
    cwd: projectFolder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
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
