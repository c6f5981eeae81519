/** Background work of an open store. */
export interface BackgroundWorker {
  /** Finishes what is under way and begins nothing new. */
  stop: () => Promise<void>;
}

export interface Schedule {
  /** Milliseconds between the end of one round and the beginning of the next. */
  delayMs: number;
  /** Milliseconds before the first round; none unless given. */
  initialDelayMs?: number;
}

/**
 * Does `work` again and again until stopped; `failed` is told of what it throws. The signal tells the work that it should come to an
 * end. A stop waits for it.
 */
export function runPeriodically(
  { delayMs: pauseMs, initialDelayMs: firstAfterMs = 0 }: Schedule,
  work: (stopping: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): BackgroundWorker {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();

  const round = async (): Promise<void> => {
    await work(stopping.signal).catch(failed);
    if (!stopping.signal.aborted) beginAfter(pauseMs);
  };
  const beginAfter = (ms: number): void => {
    timer = setTimeout(() => {
      underWay = round();
    }, ms).unref();
  };
  beginAfter(firstAfterMs);
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}
