import { setTimeout as sleep } from 'node:timers/promises';
import { LockTimeout } from '#api/database/errors/lock-timeout.ts';

/** Timeout of a write that waits for another process, in milliseconds: shorter than the request timeout. */
const LOCK_TIMEOUT_MS = 8000;

/** Upper bound of the random delay before a retry, in milliseconds. */
export const MAX_RETRY_DELAY_MS = 12;

/** The delay is divided by one plus the wait over this, in milliseconds: halved after 250, a quarter after 750. */
const DELAY_DECAY_MS = 250;

/** Waits before retrying a write that began at `begun` (performance.now()); jittered, shorter the longer the wait. Throws `LockTimeout`. */
export async function waitBeforeRetry(begun: number): Promise<void> {
  const waited = performance.now() - begun;
  if (waited > LOCK_TIMEOUT_MS) throw new LockTimeout();
  await sleep((Math.random() * MAX_RETRY_DELAY_MS) / (1 + waited / DELAY_DECAY_MS));
}
