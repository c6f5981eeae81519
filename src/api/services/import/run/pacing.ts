import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout } from '#api/database/errors/lock-timeout.ts';

/** How an import shares the database with shoppers. Times in milliseconds. */
export interface Pacing {
  /** How long a transaction is to take; other writers wait at least as long. */
  batchMs: number;
  /** The pause after each, longer than the interval at which SQLite's writers ask for their turn. */
  pauseMs: number;
}

/** For a command of its own. */
export const commandPacing: Pacing = { batchMs: 50, pauseMs: 15 };

/** For a server, which answers no request meanwhile. */
export const serverPacing: Pacing = { batchMs: 15, pauseMs: 30 };

const MOST_AT_ONCE = 400;
/** A transaction that could not begin because of other writers is tried again so often. */
const MAX_TRIES = 20;

/**
 * Does `work` again and again with so many things at a time that each round takes about `workMs`, until it returns false or `stopping`.
 * A round that waited too long for a lock is repeated.
 */
export async function runInBatches(
  { batchMs: workMs, pauseMs }: Pacing,
  work: (size: number) => Promise<boolean>,
  stopping?: AbortSignal,
): Promise<void> {
  let size = 10;
  let tries = 0;
  while (!stopping?.aborted) {
    const begun = performance.now();
    try {
      if (!(await work(size))) return;
      tries = 0;
      const ms = performance.now() - begun;
      // Half way towards the aim, so that one slow round does not decide.
      size = Math.max(1, Math.min(MOST_AT_ONCE, Math.round((size + (size * workMs) / Math.max(ms, 1)) / 2), size * 2));
    } catch (error) {
      if (!isLockTimeout(error) || ++tries === MAX_TRIES) throw error;
    }
    await sleep(pauseMs);
  }
}
