import { cacheByRevision } from './revision-cache.ts';

/** How many totals are kept; a catalogue has few filters that people share, and robots make up the rest. */
const MAX_KEPT = 2000;

/** What `count` says, asked for once per revision of the catalogue: pages of one listing share their total, which can cost more than they do. */
export const getCachedTotal = cacheByRevision<number>(MAX_KEPT);
