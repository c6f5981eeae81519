import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

// Plain JavaScript on Node's modules alone: runs at every start, before anything else is loaded.

/** Name of the file in the data folder that extends the shop. */
export const SHOP_CONFIG_NAME = 'shop.config.ts';

/** Quoted relative paths, as imports and settings have them. */
const relativePath = /(['"`])(\.{1,2}\/[^'"`\n]+)\1/g;

/** Files whose own references are followed. */
const code = /\.(?:[cm]?[jt]s|tsx|jsx|astro|css)$/;

/**
 * Path of the configuration: SHOP_CONFIG, else `shop.config.ts` in the data folder if it is there; undefined without one. The file that
 * SHOP_CONFIG names may be missing, and a link may lead nowhere.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findConfigFile(env) {
  if (env['SHOP_CONFIG']) return resolve(env['SHOP_CONFIG']);
  const file = resolve(env['DATA_DIR'] || './data', SHOP_CONFIG_NAME);
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ? file : undefined;
  } catch {
    // A folder that cannot be read, which opening the shop explains.
    return undefined;
  }
}

/**
 * The content of a file; undefined if it is none or cannot be read.
 *
 * @param {string} file
 */
function readIfFile(file) {
  try {
    return statSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls `visit` with the configuration and every file that it names by a relative path, and those that these name, in the order in which they
 * are found; paths are relative to its folder. Files that cannot be read are left out.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string, content: Buffer) => void} visit
 */
export function visitConfigFiles(env, visit) {
  const first = findConfigFile(env);
  /** @type {Set<string>} */
  const found = new Set(first === undefined ? [] : [first]);
  for (const file of found) {
    const content = readIfFile(file);
    if (content === undefined) continue;
    visit(relative(dirname(/** @type {string} */ (first)), file), content);
    if (!code.test(file)) continue;
    for (const [, , path] of content.toString('utf8').matchAll(relativePath))
      found.add(resolve(dirname(file), /** @type {string} */ (path)));
  }
}
