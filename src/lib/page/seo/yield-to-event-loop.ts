import { setImmediate } from 'node:timers/promises';

/** Lets whatever else the server has to do happen first, in the midst of long work. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
