import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { matchingProducts, matchingTiers, scoredProducts } from '#api/database/search/product-index.ts';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { getCachedTotal } from '#api/services/catalogue/cached-listing-totals.ts';
import { countIds, countRows, pluckIds } from '#api/services/catalogue/count-rows.ts';
import { IN_MEMORY_SORT_MAX, sortProductIds, walkProducts } from '#api/services/catalogue/listing.ts';
import { slicePage } from '#api/services/catalogue/listing-page.ts';
import { type FilterConditions, isUnfiltered, selectMatchingIds, toSqlConditions } from '#api/services/filters/filters.ts';
import { sortOrderSql } from '#api/services/filters/sort-order.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';

/** A parsed search with its filters: products that have all (or any) of the word groups. */
export interface SearchQuery {
  wordGroups: readonly WordGroup[];
  operator: 'AND' | 'OR';
  conditions: FilterConditions;
  /** Number of products with the words, before filters, at most `MAX_MATCH_COUNT`. */
  matchCount: number;
  /** Identifies the search without its sort order and page; its total is cached under it. */
  cacheKey: unknown;
  /** Sub-categories whose products rank above all others. */
  preferredSubCategories: readonly number[];
  sortBy: SortOrder | undefined;
  /** Number of products on earlier pages. */
  offset: number;
}

/**
 * Up to this many matches are scored one by one. Above it, scores hardly differ, so matches are ranked by tier (the fields that contain
 * the words) and the newest come first within each.
 */
export const SCORING_MAX = 1000;

/** Up to this many matches, looking each of them up is fastest. */
export const ROW_LOOKUP_MAX = 8000;

/** More matches are not counted before their ids are read: both read a large part of the index. */
export const MAX_MATCH_COUNT = ROW_LOOKUP_MAX + 1;

/** Joins a table of matches with their products and filters them. The cross join keeps SQLite from repeating the search per product. */
const joinMatches = (db: Db, table: RawBuilder<{ id: number }>, conditions: FilterConditions) =>
  db
    .selectFrom(table.as('hit'))
    .crossJoin('product')
    .whereRef('product.id', '=', 'hit.id')
    .where(({ and }) => and(toSqlConditions(db, conditions)));

/** The filtered matches of a table, to be counted or read. */
function allMatches(db: Db, { conditions, matchCount }: SearchQuery, table: RawBuilder<{ id: number }>) {
  if (isUnfiltered(conditions) || matchCount <= ROW_LOOKUP_MAX) {
    const matches = isUnfiltered(conditions)
      ? db.selectFrom(table.as('hit')).select('hit.id')
      : joinMatches(db, table, conditions).select('hit.id');
    return { count: () => countRows(matches), readIds: async () => pluckIds(await matches.execute()) };
  }
  const matches = selectMatchingIds(db, conditions, table);
  return { count: () => countIds(db, matches), readIds: async () => pluckIds(await matches.execute()) };
}

/** Ids of one page, and the number of products on all pages. */
export interface ResultPage {
  ids: number[];
  total: number;
}

/** Sorts up to `IN_MEMORY_SORT_MAX` matches by tier, the newest of each first. */
async function sortByTier(db: Db, ids: readonly number[], { wordGroups, operator }: SearchQuery): Promise<number[]> {
  const sorted: number[] = [];
  for (const tier of matchingTiers(db, wordGroups, operator)) {
    if (sorted.length === ids.length) break;
    const matches = db.selectFrom(tier.as('hit')).where(sql<number>`+hit.id`, 'in', ids);
    sorted.push(...pluckIds(await matches.select('hit.id').orderBy('hit.id', 'desc').execute()));
  }
  return sorted;
}

/** Walks the tiers, the newest of each first, until the page is full. */
async function walkTiers(db: Db, query: SearchQuery): Promise<number[]> {
  const { wordGroups, operator, conditions, cacheKey, offset } = query;
  const ids: number[] = [];
  let skip = offset;
  for (const [i, tier] of matchingTiers(db, wordGroups, operator).entries()) {
    const size = await getCachedTotal(db, [cacheKey, i], conditions.dependsOnStock, allMatches(db, query, tier).count);
    // Walking all matches for a tier without any takes longest.
    if (skip < size) {
      const matches = joinMatches(db, tier, conditions).select('product.id').orderBy('hit.id', 'desc');
      const rows = await matches
        .limit(PRODUCTS_PER_PAGE - ids.length)
        .offset(skip)
        .execute();
      ids.push(...pluckIds(rows));
      if (ids.length === PRODUCTS_PER_PAGE) break;
    }
    skip = Math.max(0, skip - size);
  }
  return ids;
}

/** Walks products in a sort order and looks each up among the matches. */
function walkSorted(db: Db, { wordGroups, operator, conditions, offset }: SearchQuery, order: SortOrder): Promise<number[]> {
  const isMatch = sql<boolean>`+product.id IN (SELECT id FROM ${matchingProducts(db, wordGroups, operator)} AS hit)`;
  return walkProducts(db, [...toSqlConditions(db, conditions), isMatch], { order, offset });
}

/** A page sorted by `sortBy` or by tier, for searches with too many matches to score. */
async function findPageByTier(db: Db, query: SearchQuery): Promise<ResultPage> {
  const { wordGroups, operator, conditions, matchCount, cacheKey, sortBy, offset } = query;
  const matches = allMatches(db, query, matchingProducts(db, wordGroups, operator));
  const total =
    isUnfiltered(conditions) && matchCount < MAX_MATCH_COUNT
      ? matchCount
      : await getCachedTotal(db, cacheKey, conditions.dependsOnStock, matches.count);
  if (total <= offset) return { ids: [], total };
  if (total > IN_MEMORY_SORT_MAX) return { ids: await (sortBy ? walkSorted(db, query, sortBy) : walkTiers(db, query)), total };
  const unsorted = await matches.readIds();
  const ids = await (sortBy ? sortProductIds(db, unsorted, sortBy) : sortByTier(db, unsorted, query));
  return { ids: slicePage(ids, offset), total };
}

/** A page sorted by `sortBy`, or by preferred sub-category and score. */
async function findPageByScore(db: Db, query: SearchQuery): Promise<ResultPage> {
  const { wordGroups, operator, conditions, matchCount, cacheKey, preferredSubCategories, sortBy, offset } = query;
  const matches = joinMatches(db, scoredProducts(db, wordGroups, operator), conditions);
  const total = isUnfiltered(conditions)
    ? matchCount
    : await getCachedTotal(db, cacheKey, conditions.dependsOnStock, () => countRows(matches));
  if (total <= offset) return { ids: [], total };
  const preferredFirst =
    preferredSubCategories.length > 0 ? sql`product.sub_category_id NOT IN (${sql.join(preferredSubCategories)}), ` : sql``;
  const page = matches
    .select('product.id')
    .orderBy(sortBy ? sortOrderSql[sortBy] : sql`${preferredFirst}hit.score, product.id DESC`)
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset);
  return { ids: pluckIds(await page.execute()), total };
}

/** A page of the matching products, best first unless `sortBy` is set. Once the columns are loaded, `findPageInColumns` answers in the same order. */
export const findResultPage = (db: Db, query: SearchQuery): Promise<ResultPage> =>
  query.matchCount > SCORING_MAX ? findPageByTier(db, query) : findPageByScore(db, query);
