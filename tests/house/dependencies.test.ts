import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';

/** Files of dependencies that a plugin may change. The ADR names the reason. */
const exempt = new Map([['node_modules/sonner/dist/index.mjs', 'docs/decisions/0063-no-patched-dependencies.md']]);

/** Modules that Vite itself generates. */
const generated = ['\0vite/preload-helper.js', '\0vite/modulepreload-polyfill.js'];

type Handler = (this: object, ...values: unknown[]) => unknown;

type Hook = Handler | { filter?: { id?: RegExp }; handler: Handler };

interface Plugin {
  name: string;
  transform?: Hook;
  load?: Hook;
  resolveId?: Hook;
}

interface Config {
  integrations: { name: string; hooks: object }[];
  vite: { plugins: Plugin[]; resolve: { alias: { find: RegExp }[] } };
}

/** What plugins call in their hooks; dependencies are found where they are. */
const context = { environment: { name: 'client' }, resolve: async () => null };

/** Paths of the scripts and styles of all packages that a shop installs. */
function listDependencyFiles(): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  const folders = Object.keys(packages).filter((folder) => folder.startsWith('node_modules/') && !packages[folder].dev && !packages[folder].optional);
  return folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:[cm]?js|css)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
}

/** Calls a hook as the bundler does; undefined if its filter leaves out the module. */
async function callHook(hook: Hook | undefined, id: string, ...values: unknown[]): Promise<unknown> {
  if (!hook) return undefined;
  if (typeof hook === 'function') return hook.call(context, ...values);
  return !hook.filter?.id || hook.filter.id.test(id) ? hook.handler.call(context, ...values) : undefined;
}

/** The hooks of a plugin that change a module, give it other code or put another in its place. */
async function findChanges({ name, transform, load, resolveId }: Plugin, id: string): Promise<string[]> {
  const code = () => (generated.includes(id) ? '' : readFileSync(id, 'utf8'));
  const isTransformed = typeof transform === 'object' && transform.filter?.id?.test(id) === false;
  const changed = {
    transform: isTransformed ? undefined : await callHook(transform, id, transform && code(), id),
    load: await callHook(load, id, id),
    resolveId: await callHook(resolveId, id, id, join(projectFolder, 'node_modules/importer.js')),
  };
  return Object.entries(changed).flatMap(([hook, result]) => (result ? [`${name}: ${hook}`] : []));
}

test('no plugin of the build changes or replaces the source of a dependency, except where an ADR says why', async () => {
  vi.stubEnv('STATIC_SITE', '1');
  const { vite } = (await import(join(projectFolder, 'astro.config.mjs'))).default as Config;
  const found: string[] = [];
  const files = [...listDependencyFiles().map((file) => join(projectFolder, file)), ...generated];
  for (const id of files)
    for (const plugin of vite.plugins)
      for (const change of await findChanges(plugin, id)) found.push(`${change} ${id.replace(projectFolder, '')}`);
  expect(files.length).toBeGreaterThan(1000);
  expect(found).toEqual([...exempt.keys()].map((file) => `haat:remove-sonner-styles: transform ${file}`));
}, 60_000);
