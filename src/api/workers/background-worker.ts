// From the module: tests replace the global ones for the timers of pages.
import { clearTimeout, setTimeout } from 'node:timers';

export interface BackgroundWorker {
  stop: () => Promise<void>;
}

export interface Schedule {
  /** Milliseconds from the end of one run to the start of the next. */
  delayMs: number;
  /** Milliseconds before the first run; 0 by default. */
  initialDelayMs?: number;
}

/** Runs `work` periodically until stopped; `onError` gets its errors. Stopping aborts the signal and waits for the current run. */
export function runPeriodically(
  { delayMs, initialDelayMs = 0 }: Schedule,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): BackgroundWorker {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let currentRun = Promise.resolve();

  const run = async (): Promise<void> => {
    await work(stopping.signal).catch(onError);
    if (!stopping.signal.aborted) schedule(delayMs);
  };
  const schedule = (ms: number): void => {
    timer = setTimeout(() => {
      currentRun = run();
    }, ms).unref();
  };
  schedule(initialDelayMs);
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await currentRun;
    },
  };
}

/** The longest that a stop waits for attempts in progress, in milliseconds; shorter than the grace period of the host's shutdown. */
const STOP_TIMEOUT_MS = 6000;

/** Attempts of one kind at once. */
export const MAX_CONCURRENT = 8;

/** Stops a worker, and aborts what it still sends after a while. */
export async function stopSending(abort: AbortController, stop: () => Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => abort.abort(), STOP_TIMEOUT_MS);
  await stop();
  clearTimeout(timer);
}

/**
 * Sends what is due, some of it at once, until nothing is left; `claim` gets at most so many. `send` gets the signal that aborts an attempt some
 * time after a stop.
 */
export function sendPeriodically<Claimed>(
  delayMs: number,
  claim: (limit: number) => Promise<readonly Claimed[]>,
  send: (claimed: Claimed, abort: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): BackgroundWorker {
  const abort = new AbortController();
  const sendDue = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const claimed = await claim(MAX_CONCURRENT);
      if (claimed.length === 0) return;
      const results = await Promise.allSettled(claimed.map((each) => send(each, abort.signal)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  };
  const worker = runPeriodically({ delayMs }, sendDue, onError);
  return { stop: () => stopSending(abort, worker.stop) };
}
