import { setTimeout as sleep } from 'node:timers/promises';
import { LockTimeout } from '#api/database/errors/lock-timeout.ts';

/** How long a write waits for another process to finish writing, in milliseconds: less than an answer may take. */
const WRITE_WAIT_MS = 8000;
/** The longest pause between two tries, in milliseconds. */
export const MAX_RETRY_DELAY_MS = 12;
/** Who has waited so long asks twice as often, in milliseconds; with three times that, four times as often; and so on. */
const PATIENCE_MS = 250;

/** Pauses before the next try of a write that has waited since `begun` (performance.now()). Throws `LockTimeout` when that is too long. */
export async function waitBeforeRetry(begun: number): Promise<void> {
  const waited = performance.now() - begun;
  if (waited > WRITE_WAIT_MS) throw new LockTimeout();
  await sleep((Math.random() * MAX_RETRY_DELAY_MS) / (1 + waited / PATIENCE_MS));
}
