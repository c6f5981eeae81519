import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { messageTransports } from '#api/services/messages/transports.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { allowReading, projectFolder } from './build-folder.ts';
import { nameProgram, PROGRAM_PREFIX } from './find-program.mjs';
import { isInUse } from './in-use-marks.ts';
import { shopTexts } from './shop-texts-plugin.ts';

/** Packages that stay outside: native ones, those found by their location, and those that few shops load. */
const ofModules = [...messageTransports, ...paymentProviders].flatMap(({ packages = [] }) => packages);
const outside = ['sharp', 'pg', '@haat/demo-shop', ...ofModules];
const external = new RegExp(`^(?:${outside.join('|')})(?:/|$)`);

/** The script of a thread or process beside the module that starts it. */
const threadScript = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** Rolldown comes with Astro's bundler and is no dependency of its own. */
async function loadBundler(): Promise<typeof import('rolldown')> {
  const fromAstro = createRequire(createRequire(import.meta.url).resolve('astro/package.json'));
  const fromVite = createRequire(fromAstro.resolve('vite/package.json'));
  return import(fromVite.resolve('rolldown'));
}

/**
 * Bundles scripts (paths by name) with everything they import into `outDir`, as `<name>.mjs`. `outDir` may be renamed, but must stay in its
 * parent folder. `env` names the shop whose words they have. `pages` is the module that `virtual:pages` resolves to.
 */
export async function bundleScripts(
  scripts: Record<string, string>,
  outDir: string,
  env: NodeJS.ProcessEnv,
  pages?: string,
): Promise<void> {
  const { rolldown } = await loadBundler();
  const texts = await shopTexts(env);
  const threads = new Map<string, string>();
  const bundler = await rolldown({
    cwd: projectFolder,
    input: scripts,
    platform: 'node',
    external,
    // React chooses its build by this variable. The shop reads its own settings from the environment at run time.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => undefined,
    plugins: [
      texts,
      {
        name: 'haat:program',
        resolveId: (id) => (pages && id === 'virtual:pages' ? { id: pages } : undefined),
        transform: {
          filter: { id: /\/src\/(?:api|cli|server)\/.*\.(?:ts|mjs)$/, code: 'import.meta.url' },
          handler(code, id) {
            const withThreads = code.replace(threadScript, (_, name: string) => {
              threads.set(name, join(dirname(id), `${name}.ts`));
              return `new URL('./${name}.mjs', import.meta.url)`;
            });
            if (withThreads !== code) return withThreads;
            // Other files are found from the place of the source file.
            return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`);
          },
        },
      },
    ],
  });
  const options = {
    dir: outDir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  } as const;
  await bundler.write(options);
  await bundler.close();
  for (const [name, script] of threads) {
    const thread = await rolldown({
      cwd: projectFolder,
      input: { [name]: script },
      platform: 'node',
      external,
      plugins: [texts],
    });
    await thread.write(options);
    await thread.close();
  }
}

/** Bundles the server, the store and the pages of a build into `outDir`. */
const bundle = (buildFolder: string, outDir: string, env: NodeJS.ProcessEnv): Promise<void> =>
  bundleScripts(
    { main: join(projectFolder, 'src/server/main-from-build.ts') },
    outDir,
    env,
    join(buildFolder, 'server', 'entry.mjs'),
  );

/** Removes programs of earlier sources from a build that no process uses. */
async function removeOldPrograms(buildFolder: string, current: string): Promise<void> {
  if (await isInUse(buildFolder)) return;
  for (const name of await readdir(buildFolder))
    if (name.startsWith(PROGRAM_PREFIX) && name !== current) await rm(join(buildFolder, name), { recursive: true, force: true });
}

/**
 * Bundles the program of a build: few files that start without stripping types and resolving hundreds of modules. Does nothing if the build
 * has the program of the current sources.
 */
export async function bundleProgram(buildFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const name = nameProgram(projectFolder, env);
  const folder = join(buildFolder, name);
  const names = await readdir(buildFolder);
  if (names.includes(name)) return;
  const unfinished = mkdtempSync(join(buildFolder, 'bundling-'));
  try {
    await bundle(buildFolder, unfinished, env);
    await allowReading(unfinished);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process finished the same program first.
      if (!(await readdir(buildFolder)).includes(name)) throw error;
    });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  await removeOldPrograms(buildFolder, name);
}

if (import.meta.main) await bundleProgram(process.argv[2] as string, process.env);
