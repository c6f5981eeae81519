import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';

/** The only change to a dependency; docs/decisions/0063-no-patched-dependencies.md has the reason. */
const exemption = 'haat:remove-sonner-styles transform node_modules/sonner/dist/index.mjs';

/** Modules that Vite generates. */
const generated = ['\0vite/preload-helper.js', '\0vite/modulepreload-polyfill.js'];

type Handler = (this: object, ...values: unknown[]) => unknown;

type Hook = Handler | { filter?: { id?: RegExp }; handler: Handler };

interface Plugin {
  name: string;
  transform?: Hook;
  load?: Hook;
  resolveId?: Hook;
}

interface Integration {
  name: string;
  hooks: { 'astro:config:setup'?: (options: object) => void };
}

interface Config {
  integrations: Integration[];
  vite: { plugins: Plugin[]; resolve: { alias: { find: RegExp }[] } };
}

/** What plugins use of the bundler. */
const bundler = { environment: { name: 'client' }, resolve: async () => null };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The paths of all scripts and styles that a shop installs. */
function listDependencyFiles(): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  return Object.keys(packages)
    .filter((folder) => folder.startsWith('node_modules/') && !packages[folder].dev && !packages[folder].optional)
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:[cm]?js|css)$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(projectFolder, folder, name)),
    );
}

/** The plugins of the project's own configuration and integrations. */
function listPlugins({ integrations, vite }: Config): Plugin[] {
  const plugins = [...vite.plugins];
  const updateConfig = (added: Partial<Config>) => plugins.push(...(added.vite?.plugins ?? []));
  for (const { name, hooks } of integrations)
    if (name.startsWith('haat:'))
      hooks['astro:config:setup']?.({ updateConfig, addClientDirective: () => undefined, injectRoute: () => undefined });
  return plugins;
}

/** What a hook returns for a module; undefined if its filter leaves the module out. */
async function callHook(hook: Hook | undefined, id: string, values: () => unknown[]): Promise<unknown> {
  if (!hook) return undefined;
  const { filter, handler } = typeof hook === 'function' ? { filter: undefined, handler: hook } : hook;
  return filter?.id?.test(id) === false ? undefined : handler.apply(bundler, values());
}

/** The hooks of a plugin that change a module, load it from elsewhere or put another in its place. */
async function findChanges({ name, transform, load, resolveId }: Plugin, id: string): Promise<string[]> {
  const results = {
    transform: await callHook(transform, id, () => [generated.includes(id) ? '' : readFileSync(id, 'utf8'), id]),
    load: await callHook(load, id, () => [id]),
    resolveId: await callHook(resolveId, id, () => [id, join(projectFolder, 'node_modules/importer.js')]),
  };
  return Object.entries(results).flatMap(([hook, result]) =>
    result ? [`${name} ${hook} ${id.replace(projectFolder, '')}`] : [],
  );
}

test.for(['', '1'])(
  'the build changes and replaces no source of a dependency but the one that an ADR exempts (STATIC_SITE=%s)',
  { timeout: 60_000 },
  async (staticSite) => {
    vi.stubEnv('STATIC_SITE', staticSite);
    const config = (await import(join(projectFolder, 'astro.config.mjs'))).default as Config;
    const plugins = listPlugins(config);
    const found: string[] = [];
    const ids = [...listDependencyFiles(), ...generated];
    for (const id of ids) for (const plugin of plugins) found.push(...(await findChanges(plugin, id)));
    expect(ids.length).toBeGreaterThan(1000);
    expect(found).toEqual([exemption]);
    const aliases = config.vite.resolve.alias.filter(({ find }) =>
      ids.some((id) => find.test(id.replace(/^.*\/node_modules\//, ''))),
    );
    expect(aliases).toEqual([]);
  },
);
