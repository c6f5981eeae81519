/**
 * How far the clocks of two servers of one shop may differ, in milliseconds (5 minutes). A moment that lies further ahead than this was
 * written while the clock was wrong.
 */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a moment (milliseconds since 1970) lies further ahead than anything that lasts at most `longestMs` can end. */
export const isTooFarAhead = (moment: number, longestMs: number): boolean => moment > Date.now() + longestMs + CLOCK_SKEW_MS;

/** The latest plausible end of something that lasts at most `longestMs`, as ISO 8601. Rows that end later count as expired. */
export const latestExpiry = (longestMs: number): string => new Date(Date.now() + longestMs + CLOCK_SKEW_MS).toISOString();
