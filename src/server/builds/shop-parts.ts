import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findConfigFile } from '#api/extend/find-config-file.mjs';
import { readShopConfig, ShopConfigError } from '#api/extend/load-shop-config.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { isInside, measureFont, resolvePath } from '#api/extend/site-files.ts';
import type { ComponentPart, FontFile, SiteParts } from '#api/extend/site-parts.ts';
import { projectFolder } from './build-folder.ts';

/** The module by which pages import the components and styles of `shop.config.ts`. */
const SHOP_PARTS = 'virtual:shop-parts';

/** The module by which the browser imports the one that gets events. */
const SHOP_ANALYTICS = 'virtual:shop-analytics';

/** The code of the module: imports of the files, by absolute paths. */
async function writeModule(
  { css, sections = {}, slots = {}, fonts = {} }: SiteParts,
  { find, resolve }: Finder,
): Promise<string> {
  const imports: string[] = [];
  const add = (path: string): string => {
    imports.push(`import part${imports.length} from ${JSON.stringify(path)};`);
    return `part${imports.length - 1}`;
  };
  const component = ({ component: path }: ComponentPart): string => `() => import(${JSON.stringify(find(path))})`;
  const font = async ([role, given]: [string, FontFile | readonly FontFile[]]): Promise<string> => {
    const files = [given].flat();
    const [{ file, fallback: kind = 'sans-serif' } = { file: '' }] = files;
    const metrics = await measureFont(resolve(file), kind);
    const faces = files.map(
      ({ file: path, weight = '400 700', unicodeRange: range }) =>
        // Never as part of the HTML: a font would take several times its share of the first response.
        `{ url: ${add(`${find(path)}?url&no-inline`)}, ...${JSON.stringify({ weight, range })} }`,
    );
    return `${role}: { files: [${faces.join(', ')}], ...${JSON.stringify({ kind, metrics })} }`;
  };
  const map = (parts: Partial<Record<string, ComponentPart>>): string =>
    Object.entries(parts)
      .map(([name, part]) => `${JSON.stringify(name)}: ${part ? component(part) : 'undefined'}`)
      .join(', ');
  const origins = [...Object.values(sections), ...Object.values(slots)].flatMap((part) => part?.origins ?? []);
  const roles = await Promise.all(Object.entries(fonts).map(font));
  const lines = [
    `export const fonts = { ${roles.join(', ')} };`,
    `export const sections = { ${map(sections)} };`,
    `export const slots = { ${map(slots)} };`,
    `export const origins = ${JSON.stringify([...new Set(origins)])};`,
    css === undefined ? "export const css = '';" : `export { default as css } from ${JSON.stringify(`${find(css)}?inline`)};`,
  ];
  return [...imports, ...lines].join('\n');
}

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

interface Finder {
  resolve: (path: string) => string;
  find: (path: string) => string;
  toProject: (path: string) => string;
}

function createFinder(file: string): Finder {
  const folder = dirname(file);
  const link = isInside(projectFolder, folder) ? folder : linkInProject(folder);
  const toProject = (path: string): string => (isInside(folder, path) ? join(link, relative(folder, path)) : path);
  const resolve = (path: string): string => resolvePath(file, path);
  return { resolve, find: (path) => toProject(resolve(path)), toProject };
}

interface Resolver {
  resolve: (source: string, importer?: string, options?: { skipSelf: boolean }) => Promise<{ id: string } | null>;
}

/**
 * A Vite plugin for the components and styles of `shop.config.ts`, of the environment in `env`. A configuration that cannot be used counts as none:
 * who started the build has reported it.
 */
export async function shopParts(env: NodeJS.ProcessEnv) {
  const file = findConfigFile(env);
  const { analytics, ...parts } = await readShopConfig(env).catch((error: unknown) => {
    if (error instanceof ShopConfigError) return {} as ShopConfig;
    throw error;
  });
  const finder = file === undefined ? { resolve: String, find: String, toProject: String } : createFinder(file);
  const custom = analytics?.custom;
  const reporter = custom
    ? `export { default } from ${JSON.stringify(finder.resolve(custom.module))};`
    : 'export default () => {};';
  return {
    name: 'haat:shop-parts',
    enforce: 'pre' as const,
    config: () => ({ define: { CUSTOM_ANALYTICS: JSON.stringify(custom ?? null) } }),
    async resolveId(this: Resolver, source: string, importer?: string) {
      if (source === SHOP_PARTS || source === SHOP_ANALYTICS) return `\0${source}`;
      // Links are followed when a path is resolved: by its importer, or as an entry.
      if (file === undefined || !/^\0virtual:shop-parts$|\/\.astro\/shop-/m.test(`${importer ?? ''}\n${source}`))
        return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: finder.toProject(resolved.id) };
    },
    load: {
      filter: { id: /^\0virtual:shop-(?:parts|analytics)$/ },
      handler: (id: string) => (id.endsWith(SHOP_PARTS) ? writeModule(parts, finder) : reporter),
    },
  };
}
