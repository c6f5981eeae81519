/** Priority (nice value) of work that no shopper waits for, beside the server's 0. With a busy processor it gets a quarter of its time. */
export const LOW_PRIORITY = 5;

/** How long a call to an external provider (SMS, mail, payments, CAPTCHA) may take, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 5000;

interface QueueLimit {
  /** How many calls may wait for a slot. */
  maxQueued: number;
  createError: () => Error;
}

/**
 * Returns a function that runs at most `maxConcurrent` calls at a time and queues the others, first in, first out. Without a `queueLimit`
 * the queue is unlimited.
 */
export function limitConcurrency(
  maxConcurrent: number,
  queueLimit?: QueueLimit,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= maxConcurrent) {
      if (queueLimit && queue.length >= queueLimit.maxQueued) throw queueLimit.createError();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // Hands the slot to the next call without freeing it, so that no call started meanwhile can take it too.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Runs one computation per key at a time: concurrent callers share its result. */
export function shareInFlight<Result>() {
  const inFlight = new Map<string, Promise<Result>>();
  return (key: string, compute: () => Promise<Result>): Promise<Result> => {
    const running = inFlight.get(key);
    if (running) return running;
    const started = compute().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}

/**
 * Resolves or rejects as `work` does, or rejects with `createError()` after `ms` milliseconds. The work is not cancelled: it finishes in the
 * background and its result is dropped.
 */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, createError: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
