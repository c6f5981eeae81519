import { readRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { readIndexMatches, readScoredMatches } from '#api/database/search/product-index.ts';
import { waitForMatches } from '#api/services/columns/current-columns.ts';
import { findRows } from '#api/services/columns/find-rows.ts';
import type { SearchMatches } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { clearRowFlags } from '#api/services/columns/row-flags.ts';
import { combineMatches } from './combine-words.ts';
import { SCORING_MAX, type SearchQuery } from './ranking.ts';

/** The rows of overlapping tiers, each in the first one that has it, with the largest id first. */
function toDisjointRows({ ids }: ProductColumns, tiers: readonly Uint32Array[]): Uint32Array[] {
  // By row, the number of its tier from 1 on; better tiers replace worse ones.
  const tierOfRow = clearRowFlags(ids.length);
  for (const [i, tier] of [...tiers.entries()].reverse()) for (const row of findRows(ids, tier)) tierOfRow[row] = i + 1;
  const parts = tiers.map((tier) => ({ rows: new Uint32Array(tier.length), size: 0 }));
  // One pass over all rows is faster than sorting those of a common word.
  for (let row = ids.length - 1; row >= 0; row--) {
    const tier = tierOfRow[row] as number;
    if (tier === 0) continue;
    const part = parts[tier - 1] as (typeof parts)[number];
    part.rows[part.size++] = row;
  }
  return parts.map(({ rows, size }) => rows.slice(0, size));
}

async function readMatches(
  db: Db,
  columns: ProductColumns,
  wordGroups: SearchQuery['wordGroups'],
  operator: SearchQuery['operator'] = 'AND',
): Promise<SearchMatches> {
  const { parts, isScored } =
    columns.ids.length <= SCORING_MAX
      ? await readScoredMatches(db, wordGroups, operator)
      : await readIndexMatches(db, wordGroups, operator, { scoredMax: SCORING_MAX, products: columns.ids.length });
  if (operator === 'AND' && wordGroups.length > 1 && parts.every(({ length }) => length === 0))
    return readMatches(db, columns, wordGroups, 'OR');
  return { parts: isScored ? parts.map((ids) => findRows(columns.ids, ids)) : toDisjointRows(columns, parts), isScored };
}

/**
 * The rows that match all words of a search, or any of them where none matches all, from the cache or the index. What is not in the columns
 * yet is left out.
 */
export async function readSearchMatches(
  db: Db,
  columns: ProductColumns,
  wordGroups: SearchQuery['wordGroups'],
): Promise<SearchMatches> {
  const key = JSON.stringify(wordGroups);
  const { matches } = columns;
  return (
    matches.get(key) ??
    matches.share(key, async () => {
      await waitForMatches(db);
      const kept = matches.get(key);
      if (kept) return kept;
      const found = (await combineMatches(db, columns, wordGroups)) ?? (await readMatches(db, columns, wordGroups));
      // The index may have changed since the columns were read.
      if ((await readRevisions(db)).assortment === columns.assortment) matches.set(key, found);
      return found;
    })
  );
}
