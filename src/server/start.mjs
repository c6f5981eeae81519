import { fileURLToPath } from 'node:url';
import { enableCodeCache } from '#api/compile-cache.mjs';
import { supervise } from './process/supervise.mjs';

// `npm start`: runs the server and restarts it after a crash. SUPERVISE=0 leaves restarts to systemd or a container runtime.

enableCodeCache();

const supervision = process.env['SUPERVISE'] || '1';
const program = new URL('main.ts', import.meta.url);

if (supervision === '0') await import(program.href);
else if (supervision === '1') process.exitCode = await supervise({ program: fileURLToPath(program), print });
else {
  console.error(`SUPERVISE must be 1, or 0 if another program restarts the shop, not "${supervision}"`);
  process.exitCode = 1;
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
