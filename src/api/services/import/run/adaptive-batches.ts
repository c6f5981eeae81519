import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout } from '#api/database/errors/engine-errors.ts';

/** How an import shares the database with shoppers. Times in milliseconds. */
export interface Pacing {
  /** Target duration of a transaction, for which other writers wait. */
  batchMs: number;
  /** Pause after each transaction, longer than the interval at which SQLite writers retry for the lock. */
  pauseMs: number;
}

/** For a command, in a process of its own. */
export const commandPacing: Pacing = { batchMs: 50, pauseMs: 15 };

/** For a server, whose event loop is blocked during a transaction. */
export const serverPacing: Pacing = { batchMs: 15, pauseMs: 30 };

const MAX_BATCH_SIZE = 400;
/** How often a batch is attempted that times out waiting for a lock. */
const MAX_ATTEMPTS = 20;

/**
 * Calls `work` until it returns false or `stopping` aborts. Adapts the batch size so that each call takes about `batchMs`, and retries a call
 * that fails with a lock timeout.
 */
export async function runInBatches(
  { batchMs, pauseMs }: Pacing,
  work: (size: number) => Promise<boolean>,
  stopping?: AbortSignal,
): Promise<void> {
  let size = 10;
  let attempts = 0;
  while (!stopping?.aborted) {
    const startedAt = performance.now();
    try {
      if (!(await work(size))) return;
      attempts = 0;
      const ms = performance.now() - startedAt;
      // Averages with the current size, so that one slow batch has less effect.
      size = Math.max(1, Math.min(MAX_BATCH_SIZE, Math.round((size + (size * batchMs) / Math.max(ms, 1)) / 2), size * 2));
    } catch (error) {
      if (!isLockTimeout(error) || ++attempts === MAX_ATTEMPTS) throw error;
    }
    await sleep(pauseMs);
  }
}
