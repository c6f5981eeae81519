import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './compress.ts';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
export const buildFolder = join(projectFolder, 'dist');

/** What the pages are built from. The store, the host and the owner's commands run as they are and need no build. */
const sources = [
  'src/components',
  'src/directives',
  'src/islands',
  'src/layouts',
  'src/lib',
  'src/pages',
  'src/styles',
  'public',
];
const sourceFiles = ['astro.config.mjs', 'package.json', 'src/fetch.ts', 'src/server/render.ts', 'tsconfig.json'];

/** Settings that end up inside the browser's scripts. */
const builtInSettings = ['PUBLIC_STORE_API_URL', 'PUBLIC_STORE_APP_KEY', 'PUBLIC_SITE_URL'];

/** A fingerprint of everything a build depends on. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of builtInSettings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of sourceFiles) hash.update(file).update(await readFile(join(projectFolder, file)));
  for (const folder of sources) {
    const entries = await readdir(join(projectFolder, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(relative(projectFolder, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

const stampFile = join(buildFolder, 'built-from.txt');

/** Builds the pages and compresses the browser's files. Prints the build's output only when it fails, or always with `verbose`. */
export async function build({ verbose = false } = {}): Promise<void> {
  const from = await fingerprint();
  await runAstroBuild(verbose);
  await precompress(join(buildFolder, 'client'));
  await writeFile(stampFile, from);
}

/** Builds unless what stands in `dist` was built from exactly these sources. */
export async function buildIfNeeded(say: (line: string) => void): Promise<void> {
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  const complete = await stat(join(buildFolder, 'server', 'entry.mjs'))
    .then(() => true)
    .catch(() => false);
  if (complete && built === (await fingerprint())) return;
  say('Building the pages (only needed once, and again after a change) …');
  await build();
}

function runAstroBuild(verbose: boolean): Promise<void> {
  const astro = join(projectFolder, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: projectFolder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', verbose ? 'inherit' : 'pipe', verbose ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The pages could not be built:\n${output}`))));
  });
}

if (import.meta.main) await build({ verbose: true });
