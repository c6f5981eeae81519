import cluster from 'node:cluster';
import { constants } from 'node:os';
import { memoryArgs, memoryEnv } from '#api/services/node-memory-flags.mjs';
import { relayMetrics } from './relay-metrics.mjs';
import { supervise } from './supervise.mjs';

// Plain JavaScript without packages, as the supervisor.

/** Exit code of a process that a SIGTERM has ended. */
const STOPPED = 128 + constants.signals.SIGTERM;

/**
 * Runs a program in several processes that share one port by `node:cluster`, and restarts each after a crash of its own, with backoff. The first also does
 * the background work; the others start once it is open, so that it alone creates or migrates the database. Resolves to the exit code
 * when all have ended: after a signal, when the first did not open, or when one crashed too often.
 *
 * @param {{ program: string, args: readonly string[], workers: number, print: (line: string) => void }} options
 * @returns {Promise<number>}
 */
export async function superviseWorkers({ program, args, workers, print }) {
  cluster.setupPrimary({ exec: program, args: [...args], execArgv: [...memoryArgs, ...process.execArgv] });
  // Each process of the shop has a listener for signals to this one.
  process.setMaxListeners(workers + 10);
  relayMetrics();
  let isStopping = false;
  const stop = () => {
    isStopping = true;
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  /** @param {number} number @param {() => void} [onOpen] */
  const run = async (number, onOpen = () => {}) => {
    const start = () => cluster.fork({ ...memoryEnv, ...process.env, SHOP_WORKER: String(number) }).process;
    const exitCode = await supervise({ program, print, name: `Process ${number} of the shop`, start, onOpen });
    // Stopped while it was starting, before it could end by itself.
    const code = isStopping && exitCode === STOPPED ? 0 : exitCode;
    // One that is not restarted any more ends the others, so that systemd or a container runtime takes over.
    process.emit('SIGTERM', 'SIGTERM');
    return code;
  };
  /** @type {Promise<number>[]} */
  const others = [];
  const first = await run(1, () => {
    if (isStopping || others.length > 0) return;
    for (let number = 2; number <= workers; number++) others.push(run(number));
  });
  const codes = await Promise.all(others);
  return [first, ...codes].find((code) => code !== 0) ?? 0;
}
