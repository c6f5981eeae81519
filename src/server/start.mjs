import '#api/check-install.mjs';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { enableCodeCache } from '#api/compile-cache.mjs';
import { loadEnvFile } from '#api/env-file.mjs';
import { supervise } from './process/supervise.mjs';
import { readWorkerCount } from './process/worker-count.mjs';

// `npm start`: reads the env file, runs the server and restarts it after a crash. SUPERVISE=0 leaves restarts to systemd or a container
// runtime. `npm start -- --api-only` serves the store API and its pictures, for a static site.

enableCodeCache();
try {
  loadEnvFile();
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

// All processes of a local demo, also after a crash, know the link that this start prints.
process.env['DEMO_LINK_TOKEN'] ||= randomBytes(32).toString('base64url');

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--api-only');
if (unknown !== undefined) fail(`npm start has only the option --api-only, not "${unknown}"`);

const supervision = process.env['SUPERVISE'] || '1';
if (supervision !== '0' && supervision !== '1')
  fail(`SUPERVISE must be 1, or 0 if another program restarts the shop, not "${supervision}"`);
const { workers, problem } = readWorkerCount(process.env['WORKERS']);
if (problem !== undefined) fail(problem);

const launcher = new URL('launch-build-or-sources.mjs', import.meta.url);
const program = fileURLToPath(launcher);
if (workers > 1) {
  const { superviseWorkers } = await import('./process/several-processes.mjs');
  process.exitCode = await superviseWorkers({ program, args, workers, print });
} else if (supervision === '0') await import(launcher.href);
else process.exitCode = await supervise({ program, args, print });

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
