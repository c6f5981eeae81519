/** Durations shared by all layers, in the unit of their name. */
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

export const MINUTE_MS = MINUTE_SECONDS * 1000;
export const HOUR_MS = HOUR_SECONDS * 1000;
export const DAY_MS = DAY_SECONDS * 1000;

/** The current time as ISO 8601. */
export const isoNow = (): string => new Date().toISOString();

/** The time `ms` milliseconds after now, as ISO 8601. */
export const isoFromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** The time `ms` milliseconds before now, as ISO 8601. */
export const isoAgo = (ms: number): string => isoFromNow(-ms);
