import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** The env file cannot be read; the message says what to do. */
export class EnvFileError extends Error {}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Path of the file with the shop's settings: ENV_FILE, by default `.env` in the project folder.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export const envFilePath = (env) => env['ENV_FILE'] || `${projectFolder}.env`;

/**
 * Adds the settings of the env file to `env`; variables that are set already win. Throws `EnvFileError` when the file cannot
 * be read, or when ENV_FILE names a missing one.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {void}
 */
export function loadEnvFile(env = process.env) {
  const file = envFilePath(env);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT')
      throw new EnvFileError(
        `The settings in ${file} cannot be read (${message}). Give the user that runs the shop access to it, or run this as that user`,
      );
    if (env['ENV_FILE'])
      throw new EnvFileError(
        `ENV_FILE names ${file}, which does not exist. Create it with npm run store -- setup, or take away ENV_FILE`,
      );
    return;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}
