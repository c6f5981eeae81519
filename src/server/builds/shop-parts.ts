import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findConfigFile } from '#api/extend/find-config-file.mjs';
import { readShopConfig, ShopConfigError } from '#api/extend/load-shop-config.ts';
import type { ComponentPart, SiteParts } from '#api/extend/site-parts.ts';
import { projectFolder } from './build-folder.ts';

/** The module by which pages import the components and styles of `shop.config.ts`. */
const SHOP_PARTS = 'virtual:shop-parts';

/** The code of the module: imports of the files, by absolute paths. */
function writeModule({ css, sections = {}, slots = {} }: SiteParts, find: (path: string) => string): string {
  const imports: string[] = [];
  const component = ({ component: path }: ComponentPart): string => {
    imports.push(`import part${imports.length} from ${JSON.stringify(find(path))};`);
    return `part${imports.length - 1}`;
  };
  const map = (parts: Partial<Record<string, ComponentPart>>): string =>
    Object.entries(parts)
      .map(([name, part]) => `${JSON.stringify(name)}: ${part ? component(part) : 'undefined'}`)
      .join(', ');
  const origins = [...Object.values(sections), ...Object.values(slots)].flatMap((part) => part?.origins ?? []);
  const lines = [
    `export const sections = { ${map(sections)} };`,
    `export const slots = { ${map(slots)} };`,
    `export const origins = ${JSON.stringify([...new Set(origins)])};`,
    css === undefined ? "export const css = '';" : `export { default as css } from ${JSON.stringify(`${find(css)}?inline`)};`,
  ];
  return [...imports, ...lines].join('\n');
}

const isInside = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');

/** Makes a link inside the project to a folder elsewhere: Astro compiles no component outside of its project. Returns its path. */
function linkInProject(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const link = join(projectFolder, '.astro', `shop-${name}`);
  mkdirSync(dirname(link), { recursive: true });
  try {
    symlinkSync(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || readlinkSync(link) !== folder) throw error;
  }
  return link;
}

/** Finds files of the shop's configuration by their paths in it, for the bundler. */
function createFinder(file: string) {
  const folder = dirname(file);
  const link = isInside(projectFolder, folder) ? folder : linkInProject(folder);
  const toProject = (path: string): string => (isInside(folder, path) ? join(link, relative(folder, path)) : path);
  return {
    toProject,
    find: (path: string): string => {
      const found = path.startsWith('file:') ? fileURLToPath(path) : resolve(folder, path);
      if (!statSync(found, { throwIfNoEntry: false })?.isFile()) throw new Error(`${file}: there is no file ${found}`);
      if (!isInside(folder, found) && !isInside(projectFolder, found))
        throw new Error(`${file}: ${found} must be in the folder of the configuration`);
      return toProject(found);
    },
  };
}

/** What the plugin needs of the bundler's context. */
interface Resolver {
  resolve: (source: string, importer?: string, options?: { skipSelf: boolean }) => Promise<{ id: string } | null>;
}

/**
 * A Vite plugin for the components and styles of `shop.config.ts`, of the environment in `env`. A configuration that cannot be used counts as none:
 * who started the build has reported it.
 */
export async function shopParts(env: NodeJS.ProcessEnv) {
  const file = findConfigFile(env);
  const parts: SiteParts = await readShopConfig(env).catch((error: unknown) => {
    if (error instanceof ShopConfigError) return {};
    throw error;
  });
  const { find, toProject } = file === undefined ? { find: String, toProject: String } : createFinder(file);
  return {
    name: 'haat:shop-parts',
    enforce: 'pre' as const,
    async resolveId(this: Resolver, source: string, importer?: string) {
      if (source === SHOP_PARTS) return `\0${SHOP_PARTS}`;
      // Links are followed when a path is resolved: by its importer, or as an entry.
      if (file === undefined || !/^\0virtual:shop-parts$|\/\.astro\/shop-/m.test(`${importer ?? ''}\n${source}`))
        return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: toProject(resolved.id) };
    },
    load: { filter: { id: /^\0virtual:shop-parts$/ }, handler: () => writeModule(parts, find) },
  };
}
