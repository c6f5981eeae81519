/** Time to live of what is loaded for the saved state, in milliseconds. */
const TTL_MS = 60 * 60 * 1000;

/** Whether data loaded at a time is still fresh; a time in the future, from a clock that was set back, is not. */
export const isFresh = (loadedAt: number, now = Date.now()): boolean => loadedAt <= now && now - loadedAt < TTL_MS;
