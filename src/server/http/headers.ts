/** A year in seconds, for cache and transport headers. */
export const YEAR_SECONDS = 365 * 24 * 60 * 60;
