interface QueueLimit {
  /** How many calls may wait for a slot. */
  maxQueued: number;
  /** The error that a call gets when the queue is full. */
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
