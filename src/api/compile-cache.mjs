// Not by name: older versions of Node lack these, and src/server/start.mjs explains that.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Not the system's temporary folder, where other users could put code for this process to run. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/**
 * Lets Node keep compiled code, so that the next start of this program and of its child processes is faster. Call it before anything else
 * is imported. A folder that cannot be written is no error; NODE_COMPILE_CACHE names another one.
 */
export function enableCodeCache() {
  module.enableCompileCache(folder);
  const enabled = module.getCompileCacheDir();
  if (enabled) process.env['NODE_COMPILE_CACHE'] ??= folder;
}
