import type { Tx } from '#api/database/schema/engine.ts';
import { CLOCK_SKEW_MS } from '#api/services/clock-skew.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';

/** How often expired counters are purged. */
const PURGE_INTERVAL_MS = 5 * MINUTE_MS;
/** In milliseconds of the monotonic clock, which changes of the system clock do not affect. */
let nextPurge = 0;

/** Purges expired counters, and those that end later than any counter can, which were written while the clock was wrong. */
export async function purgeExpiredCounters(tx: Tx): Promise<void> {
  if (performance.now() < nextPurge) return;
  nextPurge = performance.now() + PURGE_INTERVAL_MS;
  const now = Date.now();
  const latest = now + DAY_MS + CLOCK_SKEW_MS;
  await tx
    .deleteFrom('rate_limit')
    .where(({ or, eb }) => or([eb('expire', '<', now), eb('expire', '>', latest)]))
    .execute();
}
