import { setImmediate } from 'node:timers/promises';

/** Yields to pending requests in the middle of long work. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
