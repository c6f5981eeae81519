import { fileURLToPath } from 'node:url';
import { enableCodeCache } from '#api/compile-cache.mjs';
import { loadEnvFile } from '#api/env-file.mjs';
import { supervise } from './process/supervise.mjs';

// `npm start`: reads the env file, runs the server and restarts it after a crash. SUPERVISE=0 leaves restarts to systemd or a container
// runtime.

/** The oldest major version of Node that runs the shop. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
  fail(
    `The shop needs Node ${OLDEST_NODE} or newer, but this is ${process.versions.node}. npm install brings one along: run npm start, or node_modules/.bin/node src/server/start.mjs`,
  );
enableCodeCache();
try {
  loadEnvFile();
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

const supervision = process.env['SUPERVISE'] || '1';
const program = new URL('main.ts', import.meta.url);

if (supervision === '0') await import(program.href);
else if (supervision === '1') process.exitCode = await supervise({ program: fileURLToPath(program), print });
else fail(`SUPERVISE must be 1, or 0 if another program restarts the shop, not "${supervision}"`);

/**
 * Prints why the shop cannot start and exits with 1.
 *
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Prints a message; in production as a JSON line like the server's log.
 *
 * @param {string} msg
 */
function print(msg) {
  const production = process.env['NODE_ENV'] === 'production';
  console.error(production ? JSON.stringify({ level: 'error', time: new Date().toISOString(), msg }) : msg);
}
