import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryArgs, memoryEnv } from '#api/services/node-memory-flags.mjs';

// Plain JavaScript without packages: type stripping or a logger would double the memory of a process that only waits.

/**
 * @typedef {object} SuperviseOptions
 * @property {string} program Script of the child process. It sends "open" over IPC once it is listening.
 * @property {readonly string[]} [args] Arguments of the script.
 * @property {readonly number[]} [backoff] Delays before consecutive restarts, in milliseconds; the last one repeats.
 * @property {number} [settledMs] A child that ran this long resets the backoff (milliseconds).
 * @property {number} [giveUpAfter] Consecutive crashes after which there is no restart.
 * @property {(line: string) => void} [print] Prints a message about a crash.
 * @property {string} [name] What crashed, in these messages.
 * @property {() => import('node:child_process').ChildProcess} [start] Starts the child; by default it spawns `program`.
 * @property {() => void} [onOpen] Called each time the child is listening.
 */

const defaults = {
  args: /** @type {readonly string[]} */ ([]),
  backoff: [1, 2, 4, 8, 16, 30].map((seconds) => seconds * 1000),
  settledMs: 60_000,
  giveUpAfter: 10,
  print: (/** @type {string} */ line) => console.error(line),
  name: 'The shop',
  onOpen: () => {},
};

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
const spawnProgram = (program, args) =>
  spawn(process.execPath, [...memoryArgs, ...process.execArgv, program, ...args], {
    env: { ...memoryEnv, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, opened: boolean, uptimeMs: number }} ChildExit */

/**
 * Runs a program and restarts it after a crash, with backoff. Forwards SIGTERM and SIGINT. Resolves to the program's exit code when it
 * exited normally, was stopped, failed to start (it has printed why), or crashed too often.
 *
 * @param {SuperviseOptions} options
 * @returns {Promise<number>}
 */
export async function supervise(options) {
  const { program, args, backoff, settledMs, giveUpAfter, print, name, onOpen, start } = { ...defaults, ...options };
  const stop = new AbortController();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    process.on(signal, () => {
      stop.abort();
      child?.kill(signal);
    });
  }

  /** @returns {Promise<ChildExit>} */
  const run = () =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      let opened = false;
      child = start ? start() : spawnProgram(program, args);
      child.on('message', (message) => {
        if (message !== 'open') return;
        opened = true;
        onOpen();
      });
      child.once('error', (error) => {
        print(error.message);
        resolve({ code: 1, signal: null, opened, uptimeMs: 0 });
      });
      child.once('exit', (code, signal) => resolve({ code, signal, opened, uptimeMs: performance.now() - startedAt }));
    });

  let everOpened = false;
  let crashes = 0;
  for (;;) {
    const { code, signal, opened, uptimeMs } = await run();
    everOpened ||= opened;
    // A signal is reported as a shell does: 128 plus its number.
    const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
    if (exitCode === 0 || stop.signal.aborted || !everOpened) return exitCode;
    crashes = uptimeMs >= settledMs ? 1 : crashes + 1;
    const cause = signal ?? `exit code ${code}`;
    if (crashes >= giveUpAfter) {
      print(
        `${name} crashed ${crashes} times in a row shortly after its start (${cause}). It will not be restarted; see the log for the reason.`,
      );
      return exitCode;
    }
    const delay = backoff[Math.min(crashes, backoff.length) - 1] ?? 0;
    print(`${name} crashed (${cause}). Restarting it in ${delay / 1000} s.`);
    await sleep(delay, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return 0;
  }
}
