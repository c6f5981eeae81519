import { setTimeout as sleep } from 'node:timers/promises';
import { LockTimeout } from '#api/database/errors/engine-errors.ts';

/** Timeout of a write that waits for another process, in milliseconds: shorter than the request timeout. */
const LOCK_TIMEOUT_MS = 8000;

/** Upper bound of the random delay before a retry, in milliseconds. */
export const MAX_RETRY_DELAY_MS = 12;

/** After waiting this long, in milliseconds, the delay is halved; after three times as long, it is a quarter. */
const DELAY_DECAY_MS = 250;

/** Waits before retrying a write that began at `startedAt` (performance.now()). The delay is random and decays. Throws `LockTimeout`. */
export async function waitBeforeRetry(startedAt: number): Promise<void> {
  const waited = performance.now() - startedAt;
  if (waited > LOCK_TIMEOUT_MS) throw new LockTimeout();
  await sleep((Math.random() * MAX_RETRY_DELAY_MS) / (1 + waited / DELAY_DECAY_MS));
}
