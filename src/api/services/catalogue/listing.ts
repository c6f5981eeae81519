import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import type { Product, SortOrder } from '#lib/contract/catalogue.ts';
import { DEFAULT_PAGE, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import {
  buildFilterConditions,
  type IdQuery,
  onSaleCondition,
  type ProductFilters,
  selectMatchingIds,
  toSqlConditions,
} from './filters.ts';
import { findProductsById } from './products.ts';
import { getCachedTotal } from './total-cache.ts';

export interface ListingPage {
  data: Product[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** The ORDER BY of each sort order; ids settle ties so that no product falls between two pages. */
export const sortOrderSql: Record<SortOrder, ReturnType<typeof sql.raw>> = {
  newest: sql.raw('product.created_at DESC, product.id DESC'),
  price_asc: sql.raw('product.price, product.id'),
  price_desc: sql.raw('product.price DESC, product.id DESC'),
  name_asc: sql.raw('product.name COLLATE NOCASE, product.id'),
};

/** Wraps a page's ids into what the wire calls a page; a page past the end is empty but tells the true totals. */
export async function toListingPage(db: Db, ids: number[], total: number, page: number): Promise<ListingPage> {
  return {
    data: await findProductsById(db, ids),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE)),
    per_page: PRODUCTS_PER_PAGE,
    total,
  };
}

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counting = query.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = await counting.$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

/** How many ids a query gives. */
export const countIds = (db: Db, query: IdQuery): Promise<number> => countRows(db.selectFrom(query.as('wanted')));

export const pluckIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** So few products are gathered and put in order at once. Where there are more, a page of them is soon found by walking their order. */
export const IN_MEMORY_SORT_MAX = 500;

/** Puts products, not more than a few, in the order of a listing. */
export async function sortProductIds(db: Db, ids: readonly number[], order: SortOrder): Promise<number[]> {
  const products = db.selectFrom('product').where('product.id', 'in', ids);
  return pluckIds(await products.select('product.id').orderBy(sortOrderSql[order]).execute());
}

/** A page of the products on sale, filtered and sorted, newest first unless asked otherwise. */
export async function listProducts(db: Db, filters: ProductFilters, page = DEFAULT_PAGE): Promise<ListingPage> {
  const { sort_by, ...question } = filters;
  const order = sort_by || 'newest';
  const offset = (page - 1) * PRODUCTS_PER_PAGE;
  const narrowing = await buildFilterConditions(db, filters);
  const total = await getCachedTotal(db, question, () => countIds(db, selectMatchingIds(db, narrowing)));
  if (total <= offset) return toListingPage(db, [], total, page);
  if (narrowing.sizes.length > 0 && total <= IN_MEMORY_SORT_MAX) {
    const ids = await sortProductIds(db, pluckIds(await selectMatchingIds(db, narrowing).execute()), order);
    return toListingPage(db, ids.slice(offset, offset + PRODUCTS_PER_PAGE), total, page);
  }
  const rows = await db
    .selectFrom('product')
    .where(({ and }) => and(toSqlConditions(db, narrowing)))
    .select('product.id')
    .orderBy(sortOrderSql[order])
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset)
    .execute();
  return toListingPage(db, pluckIds(rows), total, page);
}

/** The newest products on sale. */
export async function listNewestProducts(db: Db, limit: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where(onSaleCondition)
    .orderBy(sortOrderSql.newest)
    .limit(limit)
    .execute();
  return findProductsById(db, pluckIds(rows));
}
