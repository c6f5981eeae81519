import { isoFromNow } from '#lib/rules/durations.ts';

/** Backoff before each retry of a failed message, in seconds; about half a day in all. */
const BACKOFF_SECONDS = [5, 30, 120, 600, 1800, 7200, 28_800];

/** How often a message is attempted, the first attempt included, before it is given up. */
export const MAX_ATTEMPTS = BACKOFF_SECONDS.length + 1;

/** When to retry after `attempts` failed attempts (ISO 8601); undefined after the last one. `delays` in seconds. */
export function nextRetryAt(attempts: number, delays: readonly number[] = BACKOFF_SECONDS): string | undefined {
  const backoff = delays[attempts - 1];
  return backoff === undefined ? undefined : isoFromNow(backoff * 1000);
}
