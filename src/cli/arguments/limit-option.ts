import { Option } from 'commander';
import { wholeNumber } from './numbers-and-dates.ts';

/** Entries that a list shows unless told otherwise. */
const DEFAULT_LIMIT = 50;

/** The option `--limit` of commands that list entries, up to `max` of them. */
export const limitOption = (max?: number): Option =>
  new Option('--limit <n>', 'maximum number of entries').argParser(wholeNumber(1, max)).default(DEFAULT_LIMIT);
