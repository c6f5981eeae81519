import { type RawBuilder, sql } from 'kysely';
import { readChangeCount } from '#api/database/catalogue-revision.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import { MAX_COUNTED } from '#lib/contract/limits.ts';
import type { SortOrder } from '#lib/contract/listing/filters.ts';
import { isInCollection, type LookupRows, SET_MAX, selectLookupRows, splitByCategory, toConditions } from './filters.ts';
import { codedFirst, matchingHits, scoredHits, tierHits } from './hits.ts';
import { isUnfiltered, type ParsedFilters } from './parse-filters.ts';
import type { ParsedSearch } from './parse-search.ts';

/** Up to this many matches are ranked by score. Of more, scores hardly differ: they are ranked by tier, the newest of each first. */
export const SCORING_MAX = 1000;

/** Totals in the cache; crawlers may ask for any number of filter combinations. */
const MAX_TOTALS = 2000;

const getCachedTotal = memoiseByRevision<number>(MAX_TOTALS, readChangeCount);

/** The ORDER BY of each sort order; ids break ties, so that no product is skipped between two pages. */
const sortOrderSql: Record<SortOrder, RawBuilder<unknown>> = {
  newest: sql.raw('product.created_at DESC, product.id DESC'),
  price_asc: sql.raw('product.price, product.id'),
  price_desc: sql.raw('product.price DESC, product.id DESC'),
  name_asc: sql.raw('product.name COLLATE NOCASE, product.id'),
};

const DEFAULT_SORT_ORDER: SortOrder = 'newest';

export interface ProductQuery {
  filters: ParsedFilters;
  search: ParsedSearch | undefined;
  /** Without one, the newest or best come first. */
  order: SortOrder | undefined;
}

/** A product that matches, with what is counted. All are columns of the indexes of listings. */
export interface Match {
  id: number;
  sub_category_id: number;
  /** In paise. */
  price: number;
  stock: number;
}

const matchColumns = sql`product.id, product.sub_category_id, product.price, product.stock`;

/** Counts the rows of a query, at most one more than `most`. */
async function countUpTo(db: Db, query: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${query} LIMIT ${most + 1}) AS counted`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Counts the rows that each lookup of the filters reads, at most one more than `SET_MAX`. */
async function countLookupRows(db: Db, filters: ParsedFilters): Promise<LookupRows> {
  const { sizes, colours, facts, categories } = filters;
  const rows = selectLookupRows(filters);
  const countAll = async (queries: readonly RawBuilder<unknown>[], key: readonly unknown[]): Promise<number[]> => {
    const counts: number[] = [];
    for (const [i, query] of queries.entries())
      counts.push(await getCachedTotal(db, ['lookup', i, ...key], () => countUpTo(db, query, SET_MAX)));
    return counts;
  };
  return {
    categories: await countAll(rows.categories, ['categories', categories?.ids]),
    lookups: engineOf(db) === 'postgres' ? [] : await countAll(rows.lookups, [sizes, colours, facts]),
  };
}

/** Joins products of the index with their rows. The cross join keeps SQLite from repeating the search for each product. */
const selectHits = (columns: RawBuilder<unknown>, hits: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<Match> =>
  sql`SELECT ${columns} FROM ${hits} AS hit CROSS JOIN product WHERE product.id = hit.id AND ${where}`;

async function selectUnordered(db: Db, { filters, search }: ProductQuery, columns = matchColumns): Promise<RawBuilder<Match>> {
  const rows = await countLookupRows(db, filters);
  const toWhere = (part: ParsedFilters) => sql.join(toConditions(db, part, { rows }), sql` AND `);
  if (search) return selectHits(columns, matchingHits(db, search), toWhere(filters));
  const parts = splitByCategory(filters).map((part) => sql`SELECT ${columns} FROM product WHERE ${toWhere(part)}`);
  return sql`${sql.join(parts, sql` UNION ALL `)}`;
}

/** Selects the first `most` matches, at least, in the order of the query. */
async function selectOrdered(
  db: Db,
  { filters, search, order }: ProductQuery,
  most: number,
  columns = matchColumns,
): Promise<RawBuilder<Match>> {
  const priceIndex = !search && order?.startsWith('price') === true;
  const conditions = toConditions(db, filters, { rows: await countLookupRows(db, filters), priceIndex });
  const where = sql.join(conditions, sql` AND `);
  const orderBy = sortOrderSql[order ?? DEFAULT_SORT_ORDER];
  if (!search) return sql`SELECT ${columns} FROM product WHERE ${where} ORDER BY ${orderBy}`;
  const { matchCount, preferredSubCategories } = search;
  const matching = matchingHits(db, search);
  if (order && (matchCount <= MAX_COUNTED || engineOf(db) === 'postgres'))
    return sql`${selectHits(columns, matching, where)} ORDER BY ${orderBy}`;
  // On SQLite, of very many matches, walking products in their order and looking each up among the matches is faster.
  if (order)
    return sql`SELECT ${columns} FROM product WHERE ${where} AND +product.id IN (SELECT id FROM ${matching} AS hit) ORDER BY ${orderBy}`;
  if (matchCount > SCORING_MAX) {
    const tiers = tierHits(db, search).map(
      (tier) => sql`SELECT * FROM (${selectHits(columns, tier, where)} ORDER BY hit.id DESC LIMIT ${most}) AS tier`,
    );
    return sql`${sql.join(tiers, sql` UNION ALL `)}`;
  }
  const preferredFirst =
    preferredSubCategories.length > 0
      ? sql`CASE WHEN product.sub_category_id IN (${sql.join(preferredSubCategories)}) OR ${isInCollection(preferredSubCategories)}
          THEN 0 ELSE 1 END, `
      : sql``;
  return sql`${selectHits(columns, scoredHits(db, search), where)} ORDER BY ${codedFirst(search)}${preferredFirst}hit.score, product.id DESC`;
}

/** Counts all matches, at most one more than `MAX_COUNTED`. */
function countMatches(db: Db, query: ProductQuery): number | Promise<number> {
  const { filters, search } = query;
  if (search && isUnfiltered(filters)) return search.matchCount;
  return getCachedTotal(db, [filters, search?.wordGroups, search?.coded], async () =>
    countUpTo(db, await selectUnordered(db, query), MAX_COUNTED),
  );
}

/** A part of the matches in the order of the query, and the number of all, at most one more than `MAX_COUNTED`. */
export async function readMatches(
  db: Db,
  query: ProductQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: number[]; counted: number }> {
  const counted = await countMatches(db, query);
  if (counted <= Math.min(offset, MAX_COUNTED)) return { ids: [], counted };
  const { rows } = await sql<Match>`${await selectOrdered(db, query, offset + limit)} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return { ids: rows.map(({ id }) => id), counted };
}

/**
 * Selects the matches that are counted by a facet: the first in the order of the query, at most one more than `MAX_COUNTED`. `figures` are
 * further columns, which are faster to compute here, while the product is read, than after the matches are grouped.
 */
export async function selectCounted(db: Db, query: ProductQuery, figures = sql``): Promise<RawBuilder<Match>> {
  const most = MAX_COUNTED + 1;
  const columns = sql`${matchColumns} ${figures}`;
  const { filters, search } = query;
  const [listed = most] = (await countLookupRows(db, filters)).categories;
  // Otherwise, the order is that of an index, which is read anyway.
  const isAll = (search?.matchCount ?? listed) <= MAX_COUNTED;
  return sql`(${isAll ? await selectUnordered(db, query, columns) : await selectOrdered(db, query, most, columns)} LIMIT ${most})`;
}
