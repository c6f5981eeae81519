import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './compress.ts';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
/** Builds stand here side by side, each in a folder of its own. */
const buildsFolder = join(projectFolder, 'dist');

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

/** A fingerprint of everything a build depends on: 16 hex digits. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of builtInSettings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of sourceFiles) hash.update(file).update(await readFile(join(projectFolder, file)));
  for (const folder of sources) {
    const entries = await readdir(join(projectFolder, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(relative(projectFolder, file)).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Marks a build that came to its end. */
const COMPLETE = 'complete';

/** So many builds stay, so that a shop that is running on the one before keeps its files. */
const KEPT_BUILDS = 2;

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Builds the pages and compresses the browser's files. Each build has a folder of its own, named by what it was built from and put
 * in place when it is complete: neither a running shop nor another build ever sees half of one.
 */
async function build(folder: string, verbose: boolean): Promise<void> {
  const building = await mkdtemp(`${await madeFolder(buildsFolder)}/building-`);
  try {
    await runAstroBuild(building, verbose);
    await precompress(join(building, 'client'));
    await writeFile(join(building, COMPLETE), '');
    await rename(building, folder).catch(async (error: unknown) => {
      if (!(await isThere(join(folder, COMPLETE)))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  await removeOldBuilds(folder);
}

/** The build of exactly these sources, made now if there is none. Returns its folder. */
export async function buildIfNeeded(say: (line: string) => void, { verbose = false } = {}): Promise<string> {
  const folder = join(buildsFolder, await fingerprint());
  if (await isThere(join(folder, COMPLETE))) return folder;
  say('Building the pages (only needed once, and again after a change) …');
  await build(folder, verbose);
  return folder;
}

async function madeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

async function removeOldBuilds(newest: string): Promise<void> {
  const names = (await readdir(buildsFolder)).filter((name) => !name.startsWith('building-'));
  const builds = await Promise.all(
    names.map(async (name) => ({ folder: join(buildsFolder, name), made: (await stat(join(buildsFolder, name))).mtimeMs })),
  );
  const old = builds.filter(({ folder }) => folder !== newest).sort((a, b) => b.made - a.made);
  for (const { folder } of old.slice(KEPT_BUILDS - 1)) await rm(folder, { recursive: true, force: true });
}

function runAstroBuild(outDir: string, verbose: boolean): Promise<void> {
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
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The pages could not be built:\n${output}`))));
  });
}

if (import.meta.main) console.log(`The pages stand in ${await buildIfNeeded(console.log, { verbose: true })}`);
