import { fileURLToPath } from 'node:url';
import { enableCodeCache } from '#api/compile-cache.mjs';
import { supervise } from './process/supervise.mjs';

// `npm start`: runs the server and starts it again after a crash. SUPERVISE=0 leaves that to systemd or a container runtime.

enableCodeCache();

const asked = process.env['SUPERVISE'] || '1';
const program = new URL('main.ts', import.meta.url);

if (asked === '0') await import(program.href);
else if (asked === '1') process.exitCode = await supervise({ program: fileURLToPath(program), say });
else {
  console.error(`SUPERVISE must be 1, or 0 where something else restarts the shop, not "${asked}"`);
  process.exitCode = 1;
}

/**
 * In production the log is JSON, one object a line; so are these.
 *
 * @param {string} msg
 */
function say(msg) {
  const production = process.env['NODE_ENV'] === 'production';
  console.error(production ? JSON.stringify({ level: 'error', time: new Date().toISOString(), msg }) : msg);
}
