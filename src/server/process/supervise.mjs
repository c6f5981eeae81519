import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

// JavaScript and without a package: removing types or loading a log would double the memory of a process that only waits.

/**
 * @typedef {object} SuperviseOptions
 * @property {string} program The script that runs as a child process. It sends "open" over IPC once it is serving.
 * @property {readonly number[]} [backoff] Waits before each restart in a row, in milliseconds; the last one repeats.
 * @property {number} [settledMs] A child that has lived so long starts the row again (milliseconds).
 * @property {number} [giveUpAfter] So many crashes in a row, and no more restarts follow.
 * @property {(line: string) => void} [say] Gets a sentence about each crash.
 */

const defaults = {
  backoff: [1, 2, 4, 8, 16, 30].map((seconds) => seconds * 1000),
  settledMs: 60_000,
  giveUpAfter: 10,
  say: (/** @type {string} */ line) => console.error(line),
};

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, opened: boolean, livedMs: number }} Ending */

/**
 * Runs the program and starts it again after a crash. SIGTERM and SIGINT are passed on. Resolves to the exit code of the program when
 * it ended well, was told to stop, never opened (it has said why), or crashed too often.
 *
 * @param {SuperviseOptions} options
 * @returns {Promise<number>}
 */
export async function supervise(options) {
  const { program, backoff, settledMs, giveUpAfter, say } = { ...defaults, ...options };
  const stop = new AbortController();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    process.on(signal, () => {
      stop.abort();
      child?.kill(signal);
    });
  }

  /** @returns {Promise<Ending>} */
  const run = () =>
    new Promise((resolve) => {
      const begun = performance.now();
      let opened = false;
      child = spawn(process.execPath, [...process.execArgv, program], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      child.on('message', (message) => {
        opened ||= message === 'open';
      });
      child.once('error', (error) => {
        say(error.message);
        resolve({ code: 1, signal: null, opened, livedMs: 0 });
      });
      child.once('exit', (code, signal) => resolve({ code, signal, opened, livedMs: performance.now() - begun }));
    });

  let everOpened = false;
  let crashes = 0;
  for (;;) {
    const { code, signal, opened, livedMs } = await run();
    everOpened ||= opened;
    // As a shell counts a death by a signal.
    const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
    if (exitCode === 0 || stop.signal.aborted || !everOpened) return exitCode;
    crashes = livedMs >= settledMs ? 1 : crashes + 1;
    const how = signal ? `by ${signal}` : `with exit code ${code}`;
    if (crashes >= giveUpAfter) {
      say(`The shop ended ${how}, ${crashes} times in a row soon after its start. It is not started again; the log says why.`);
      return exitCode;
    }
    const wait = backoff[Math.min(crashes, backoff.length) - 1] ?? 0;
    say(`The shop ended ${how}. Starting it again in ${wait / 1000} s.`);
    await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return 0;
  }
}
