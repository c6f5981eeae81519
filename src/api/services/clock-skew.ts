import { isoFromNow, MINUTE_MS } from '#lib/rules/durations.ts';

/**
 * Tolerated clock difference between two servers of one shop, in milliseconds (5 minutes). A time further in the future was written while
 * a clock was wrong.
 */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** Whether an end time (milliseconds since 1970) is implausible for something that lasts at most `maxDurationMs`. */
export const isTooFarAhead = (endTime: number, maxDurationMs: number): boolean =>
  endTime > Date.now() + maxDurationMs + CLOCK_SKEW_MS;

/** The latest plausible end (ISO 8601) of something that lasts at most `maxDurationMs`. Rows that end later count as expired. */
export const latestExpiry = (maxDurationMs: number): string => isoFromNow(maxDurationMs + CLOCK_SKEW_MS);
