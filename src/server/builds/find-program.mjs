import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources } from './program-fingerprint.mjs';

// Plain JavaScript on Node's modules alone: runs at every start, before anything else is loaded.

/** Name prefix of the folder of a program in its build; the fingerprint of its sources follows. */
export const PROGRAM_PREFIX = 'program-';

/** The file that marks a complete build. */
export const COMPLETE = 'complete';

/** Hex digits of the fingerprint in the folder's name. */
const NAME_LENGTH = 16;

/**
 * The name of the folder of the program of the current sources and settings.
 *
 * @param {string} projectFolder
 * @param {NodeJS.ProcessEnv} env
 */
export const nameProgram = (projectFolder, env) => PROGRAM_PREFIX + hashSources(projectFolder, env).slice(0, NAME_LENGTH);

/**
 * Finds the bundled program of the current sources and settings in a complete build.
 *
 * @param {string} projectFolder
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined} path of the program's script
 */
export function findProgram(projectFolder, env) {
  const buildsFolder = join(projectFolder, 'dist');
  if (!existsSync(buildsFolder)) return undefined;
  const name = nameProgram(projectFolder, env);
  for (const build of readdirSync(buildsFolder)) {
    const script = join(buildsFolder, build, name, 'main.mjs');
    if (existsSync(script) && existsSync(join(buildsFolder, build, COMPLETE))) return script;
  }
  return undefined;
}
