import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { Product, SortOrder } from '#lib/contract/catalogue.ts';
import {
  buildFilterConditions,
  type IdQuery,
  onSaleCondition,
  type ProductFilters,
  type SqlCondition,
  selectMatchingIds,
  toSqlConditions,
} from './filters.ts';
import { findProductsById } from './products.ts';
import { getCachedTotal } from './revision-cache.ts';

/** Defaults of specification 9. */
export const DEFAULT_PAGE = 1;
export const PRODUCTS_PER_PAGE = 24;

export interface ListingPage {
  data: Product[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** The ORDER BY of each sort order; ids break ties, so that no product is skipped between two pages. */
export const sortOrderSql: Record<SortOrder, ReturnType<typeof sql.raw>> = {
  newest: sql.raw('product.created_at DESC, product.id DESC'),
  price_asc: sql.raw('product.price, product.id'),
  price_desc: sql.raw('product.price DESC, product.id DESC'),
  name_asc: sql.raw('product.name COLLATE NOCASE, product.id'),
};

/** Builds a page of the wire format from its ids. A page past the end is empty but has the right totals. */
export async function toListingPage(db: Db, ids: number[], total: number, page: number): Promise<ListingPage> {
  return {
    data: await findProductsById(db, ids),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE)),
    per_page: PRODUCTS_PER_PAGE,
    total,
  };
}

/** Counts the rows of a query. */
export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counting = query.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = await counting.$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

/** Counts the ids of a query. */
export const countIds = (db: Db, query: IdQuery): Promise<number> => countRows(db.selectFrom(query.as('wanted')));

export const pluckIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Up to this many matches are sorted at once; above it, walking the index of the sort order finds a page faster. */
export const IN_MEMORY_SORT_MAX = 500;

/** Sorts up to `IN_MEMORY_SORT_MAX` products. */
export async function sortProductIds(db: Db, ids: readonly number[], order: SortOrder): Promise<number[]> {
  const products = db.selectFrom('product').where('product.id', 'in', ids);
  return pluckIds(await products.select('product.id').orderBy(sortOrderSql[order]).execute());
}

/** The page of a sorted list that begins at `offset`. */
export const slicePage = (ids: readonly number[], offset: number): number[] => ids.slice(offset, offset + PRODUCTS_PER_PAGE);

/** Walks products in a sort order and returns the ids of those that match, one page from `offset` unless limited otherwise. */
export async function walkProducts(
  db: Db,
  conditions: readonly SqlCondition[],
  { order, offset = 0, limit = PRODUCTS_PER_PAGE }: { order: SortOrder; offset?: number; limit?: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('product')
    .where(({ and }) => and([...conditions]))
    .select('product.id')
    .orderBy(sortOrderSql[order])
    .limit(limit)
    .offset(offset)
    .execute();
  return pluckIds(rows);
}

/** A page of the products on sale, filtered and sorted, newest first by default. */
export async function listProducts(db: Db, filters: ProductFilters, page = DEFAULT_PAGE): Promise<ListingPage> {
  const { sort_by, ...cacheKey } = filters;
  const order = sort_by || 'newest';
  const offset = (page - 1) * PRODUCTS_PER_PAGE;
  const conditions = await buildFilterConditions(db, filters);
  const total = await getCachedTotal(db, cacheKey, () => countIds(db, selectMatchingIds(db, conditions)));
  if (total <= offset) return toListingPage(db, [], total, page);
  if (conditions.sizes.length > 0 && total <= IN_MEMORY_SORT_MAX) {
    const ids = await sortProductIds(db, pluckIds(await selectMatchingIds(db, conditions).execute()), order);
    return toListingPage(db, slicePage(ids, offset), total, page);
  }
  return toListingPage(db, await walkProducts(db, toSqlConditions(db, conditions), { order, offset }), total, page);
}

/** The newest products on sale. */
export const listNewestProducts = async (db: Db, limit: number): Promise<Product[]> =>
  findProductsById(db, await walkProducts(db, [onSaleCondition], { order: 'newest', limit }));
