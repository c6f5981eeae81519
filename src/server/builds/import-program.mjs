import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPLETE, findProgram } from './find-program.mjs';

// Plain JavaScript on Node's modules alone: runs at every start, before anything else is loaded.

/**
 * Imports the bundled program of the current sources and settings. Another process may remove its build before the program has marked it as in
 * use: then the next one is taken. Returns false when there is none.
 *
 * @param {string} projectFolder
 * @param {NodeJS.ProcessEnv} env
 */
export async function importProgram(projectFolder, env) {
  for (;;) {
    const program = findProgram(projectFolder, env);
    if (program === undefined) return false;
    try {
      await import(pathToFileURL(program).href);
      return true;
    } catch (error) {
      const isMissing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_MODULE_NOT_FOUND';
      if (!isMissing || existsSync(join(dirname(program), '..', COMPLETE))) throw error;
    }
  }
}
