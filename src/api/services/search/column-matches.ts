import { readListingRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { matchingProducts, readMatchingTiers } from '#api/database/search/product-index.ts';
import { pluckIds } from '#api/services/catalogue/count-rows.ts';
import { findRows, type ProductColumns, type SearchMatches } from '#api/services/columns/product-columns.ts';
import type { ParsedSearch } from './parse-search.ts';
import { SCORING_MAX } from './ranking.ts';

/** Rows in the cache, of 4 bytes each. */
const MAX_CACHED_ROWS = 4_000_000;

/** The rows of overlapping tiers, each in the first one that has it, with the largest id first. */
function toDisjointRows({ ids }: ProductColumns, tiers: readonly Uint32Array[]): Uint32Array[] {
  const isTaken = new Uint8Array(ids.length);
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
  const matches = db.selectFrom(matchingProducts(db, wordGroups, operator).as('hit')).select('hit.id');
  const ids = pluckIds(await matches.orderBy('hit.score').orderBy('hit.id', 'desc').execute());
  return { parts: [findRows(columns.ids, ids)], isScored: true };
}

const countParts = ({ parts }: SearchMatches): number => parts.reduce((sum, rows) => sum + rows.length, 0);

function keep({ matches }: ProductColumns, key: string, found: SearchMatches): void {
  const rows = [...matches.values(), found].reduce((sum, some) => sum + countParts(some), 0);
  if (rows > MAX_CACHED_ROWS) matches.clear();
  matches.set(key, found);
}

/** The rows that match a search, from the cache or the index; undefined when the assortment has changed since the columns were loaded. */
export async function readSearchMatches(
  db: Db,
  columns: ProductColumns,
  search: ParsedSearch,
): Promise<SearchMatches | undefined> {
  const key = JSON.stringify([search.wordGroups, search.operator]);
  const cached = columns.matches.get(key);
  if (cached) return cached;
  const found = await readParts(db, columns, search);
  if ((await readListingRevisions(db)).assortment !== columns.assortment) return undefined;
  keep(columns, key, found);
  return found;
}
