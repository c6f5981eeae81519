import { readAssortmentRevision, readListingRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { memoiseByRevision } from './revision-cache.ts';

/** Totals in each cache; crawlers may ask for any number of filter combinations. */
const MAX_TOTALS = 2000;

const getTotalByStock = memoiseByRevision<number>(MAX_TOTALS, readListingRevision);
const getTotalOfAssortment = memoiseByRevision<number>(MAX_TOTALS, readAssortmentRevision);

/**
 * Counts the matches of a query once per revision of what it depends on: all pages of a listing share their total, and only totals of
 * products in or out of stock change when something sells out.
 */
export const getCachedTotal = (
  db: Db,
  query: unknown,
  dependsOnStock: boolean,
  compute: () => Promise<number>,
): Promise<number> => (dependsOnStock ? getTotalByStock : getTotalOfAssortment)(db, query, compute);
