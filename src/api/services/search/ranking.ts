import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import { matchingProducts, matchingTiers } from '#api/database/search/product-index.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { type FilterConditions, isUnfiltered, selectMatchingIds, toSqlConditions } from '#api/services/catalogue/filters.ts';
import {
  countIds,
  countRows,
  IN_MEMORY_SORT_MAX,
  pluckIds,
  sortOrderSql,
  sortProductIds,
} from '#api/services/catalogue/listing.ts';
import { getCachedTotal } from '#api/services/catalogue/total-cache.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';

/** What is searched for, understood: products that hold all (or any) of the groups, narrowed. */
export interface SearchQuery {
  wordGroups: readonly WordGroup[];
  operator: 'AND' | 'OR';
  conditions: FilterConditions;
  /** How many products hold the words, however it is narrowed. */
  matchCount: number;
  /** What tells this search from others, but for its order and page: its total is kept under it. */
  cacheKey: unknown;
  /** Sub-categories whose products come before others of better score. */
  preferredSubCategories: readonly number[];
  sortBy: SortOrder | undefined;
  /** How many products stand on the pages before. */
  offset: number;
}

/**
 * Up to so many products are scored one by one. Where more match, hardly anything tells them apart: then the newest come first among
 * those whose words stand in the same places.
 */
const SCORED_AT_MOST = 1000;

/** The products of a table of matches. The cross join keeps SQLite from searching for the words again with every product. */
const hitsIn = (db: Db, table: RawBuilder<{ id: number }>, narrowing: FilterConditions) =>
  db
    .selectFrom(table.as('hit'))
    .crossJoin('product')
    .whereRef('product.id', '=', 'hit.id')
    .where(({ and }) => and(toSqlConditions(db, narrowing)));

/** Up to so many matches, it is soonest to look each of them up. */
export const ROW_LOOKUP_MAX = 8000;

/** The wanted products of a table of matches, counted or named. */
function everyHit(db: Db, { conditions: narrowing, matchCount: matched }: SearchQuery, table: RawBuilder<{ id: number }>) {
  if (isUnfiltered(narrowing) || matched <= ROW_LOOKUP_MAX) {
    const hits = isUnfiltered(narrowing)
      ? db.selectFrom(table.as('hit')).select('hit.id')
      : hitsIn(db, table, narrowing).select('hit.id');
    return { count: () => countRows(hits), ids: async () => pluckIds(await hits.execute()) };
  }
  const ids = selectMatchingIds(db, narrowing, table);
  return { count: () => countIds(db, ids), ids: async () => pluckIds(await ids.execute()) };
}

/** A page of products: which, and how many there are in all. */
export interface ResultPage {
  ids: number[];
  total: number;
}

/** Puts products, not more than a few, in the order of the tiers, the newest of each first. */
async function rankIds(
  db: Db,
  ids: readonly number[],
  { wordGroups: groups, operator: between }: SearchQuery,
): Promise<number[]> {
  const ranked: number[] = [];
  for (const tier of matchingTiers(db, groups, between)) {
    if (ranked.length === ids.length) break;
    const hits = db.selectFrom(tier.as('hit')).where(sql<number>`+hit.id`, 'in', ids);
    ranked.push(...pluckIds(await hits.select('hit.id').orderBy('hit.id', 'desc').execute()));
  }
  return ranked;
}

/** One tier after another, the newest of each first, until the page is full. */
async function walkTiers(db: Db, wanted: SearchQuery): Promise<number[]> {
  const { wordGroups: groups, operator: between, conditions: narrowing, cacheKey: question, offset } = wanted;
  const ids: number[] = [];
  let skip = offset;
  for (const [i, tier] of matchingTiers(db, groups, between).entries()) {
    const size = skip > 0 ? await getCachedTotal(db, [question, i], everyHit(db, wanted, tier).count) : undefined;
    if (size === undefined || skip < size) {
      const hits = hitsIn(db, tier, narrowing).select('product.id').orderBy('hit.id', 'desc');
      const rows = await hits
        .limit(PRODUCTS_PER_PAGE - ids.length)
        .offset(skip)
        .execute();
      ids.push(...pluckIds(rows));
      if (ids.length === PRODUCTS_PER_PAGE) break;
    }
    skip = Math.max(0, skip - (size ?? 0));
  }
  return ids;
}

/** A page in another order than that of the words: products are walked in it, and looked up among the matches. */
async function walkOrder(
  db: Db,
  { wordGroups: groups, operator: between, conditions: narrowing, offset }: SearchQuery,
  order: SortOrder,
): Promise<number[]> {
  const rows = await db
    .selectFrom('product')
    .where(({ and }) => and(toSqlConditions(db, narrowing)))
    .where(sql<boolean>`+product.id IN (SELECT id FROM ${matchingProducts(db, groups, between)} AS hit)`)
    .select('product.id')
    .orderBy(sortOrderSql[order])
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset)
    .execute();
  return pluckIds(rows);
}

/** A page where so many products hold the words that scoring each would take too long. */
async function pageOfMany(db: Db, wanted: SearchQuery): Promise<ResultPage> {
  const {
    wordGroups: groups,
    operator: between,
    conditions: narrowing,
    matchCount: matched,
    cacheKey: question,
    sortBy,
    offset,
  } = wanted;
  const every = everyHit(db, wanted, matchingProducts(db, groups, between));
  const total = isUnfiltered(narrowing) ? matched : await getCachedTotal(db, question, every.count);
  if (total <= offset) return { ids: [], total };
  if (total > IN_MEMORY_SORT_MAX) return { ids: await (sortBy ? walkOrder(db, wanted, sortBy) : walkTiers(db, wanted)), total };
  const few = await every.ids();
  const ids = await (sortBy ? sortProductIds(db, few, sortBy) : rankIds(db, few, wanted));
  return { ids: ids.slice(offset, offset + PRODUCTS_PER_PAGE), total };
}

/** A page in the order asked for, or by score, those of the sub-categories `first` before all others. */
async function pageOfScored(db: Db, wanted: SearchQuery): Promise<ResultPage> {
  const {
    wordGroups: groups,
    operator: between,
    conditions: narrowing,
    matchCount: matched,
    cacheKey: question,
    preferredSubCategories: first,
    sortBy,
    offset,
  } = wanted;
  const hits = hitsIn(db, matchingProducts(db, groups, between), narrowing);
  const total = isUnfiltered(narrowing) ? matched : await getCachedTotal(db, question, () => countRows(hits));
  if (total <= offset) return { ids: [], total };
  const ofFirst = first.length > 0 ? sql`product.sub_category_id NOT IN (${sql.join(first)}), ` : sql``;
  const page = hits
    .select('product.id')
    .orderBy(sortBy ? sortOrderSql[sortBy] : sql`${ofFirst}hit.score, product.id DESC`)
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset);
  return { ids: pluckIds(await page.execute()), total };
}

/** A page of the wanted products, best first unless another order is asked for. */
export const findResultPage = (db: Db, wanted: SearchQuery): Promise<ResultPage> =>
  wanted.matchCount > SCORED_AT_MOST ? pageOfMany(db, wanted) : pageOfScored(db, wanted);
