/** How long what was loaded for the saved state is not loaded again, in milliseconds. */
const FRESH_MS = 60 * 60 * 1000;

/** Whether something was loaded a short while ago; a time in the future, left by a clock that was set back, does not count. */
export const isFresh = (loadedAt: number, now = Date.now()): boolean => loadedAt <= now && now - loadedAt < FRESH_MS;
