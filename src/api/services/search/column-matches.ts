import { readRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { readMatchingTiers, scoredProducts } from '#api/database/search/product-index.ts';
import { pluckIds } from '#api/services/catalogue/count-rows.ts';
import type { SearchMatches } from '#api/services/columns/match-cache.ts';
import { findRows, type ProductColumns } from '#api/services/columns/product-columns.ts';
import { clearRowFlags } from '#api/services/columns/row-flags.ts';
import type { ParsedSearch } from './parse-search.ts';
import { SCORING_MAX } from './ranking.ts';

/** The rows of overlapping tiers, each in the first one that has it, with the largest id first. */
function toDisjointRows({ ids }: ProductColumns, tiers: readonly Uint32Array[]): Uint32Array[] {
  const isTaken = clearRowFlags(ids.length);
  return tiers.map((tier) => {
    const rows = findRows(ids, tier).filter((row) => isTaken[row] === 0);
    for (const row of rows) isTaken[row] = 1;
    return rows.sort().reverse();
  });
}

async function readParts(
  db: Db,
  columns: ProductColumns,
  { wordGroups, operator, matchCount }: ParsedSearch,
): Promise<SearchMatches> {
  if (matchCount > SCORING_MAX)
    return { parts: toDisjointRows(columns, await readMatchingTiers(db, wordGroups, operator)), isScored: false };
  const matches = db.selectFrom(scoredProducts(db, wordGroups, operator).as('hit')).select('hit.id');
  const ids = pluckIds(await matches.orderBy('hit.score').orderBy('hit.id', 'desc').execute());
  return { parts: [findRows(columns.ids, ids)], isScored: true };
}

/** The rows that match a search, from the cache or the index. What is not in the columns yet is left out. */
export async function readSearchMatches(db: Db, columns: ProductColumns, search: ParsedSearch): Promise<SearchMatches> {
  const key = JSON.stringify([search.wordGroups, search.operator]);
  const cached = columns.matches.get(key);
  if (cached) return cached;
  const found = await readParts(db, columns, search);
  // The index may have changed since the columns were read.
  if ((await readRevisions(db)).assortment === columns.assortment) columns.matches.set(key, found);
  return found;
}
