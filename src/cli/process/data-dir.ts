import { commandContext } from './command-context.ts';

/** The data folder: DATA_DIR, else ./data. */
export const resolveDataDir = (): string => commandContext().env['DATA_DIR'] || './data';
