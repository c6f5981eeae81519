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
