import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import type { Product, SortOrder } from '#lib/contract/catalogue.ts';
import { DEFAULT_PAGE, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { conditionsOf, type Filters, type IdQuery, narrowingOf, onSale, wantedIds } from './filters.ts';
import { productsById } from './products.ts';
import { totalOf } from './totals.ts';

export interface ListingPage {
  data: Product[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** The ORDER BY of each sort order; ids settle ties so that no product falls between two pages. */
export const sortOrder: Record<SortOrder, ReturnType<typeof sql.raw>> = {
  newest: sql.raw('product.created_at DESC, product.id DESC'),
  price_asc: sql.raw('product.price, product.id'),
  price_desc: sql.raw('product.price DESC, product.id DESC'),
  name_asc: sql.raw('product.name COLLATE NOCASE, product.id'),
};

/** Wraps a page's ids into what the wire calls a page; a page past the end is empty but tells the true totals. */
export async function listingPage(db: Db, ids: number[], total: number, page: number): Promise<ListingPage> {
  return {
    data: await productsById(db, ids),
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

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** So few products are gathered and put in order at once. Where there are more, a page of them is soon found by walking their order. */
export const FEW = 500;

/** Puts products, not more than a few, in the order of a listing. */
export async function sortIds(db: Db, ids: readonly number[], order: SortOrder): Promise<number[]> {
  const products = db.selectFrom('product').where('product.id', 'in', ids);
  return idsOf(await products.select('product.id').orderBy(sortOrder[order]).execute());
}

/** A page of the products on sale, filtered and sorted, newest first unless asked otherwise. */
export async function listProducts(db: Db, filters: Filters, page = DEFAULT_PAGE): Promise<ListingPage> {
  const { sort_by, ...question } = filters;
  const order = sort_by || 'newest';
  const offset = (page - 1) * PRODUCTS_PER_PAGE;
  const narrowing = await narrowingOf(db, filters);
  const total = await totalOf(db, question, () => countIds(db, wantedIds(db, narrowing)));
  if (total <= offset) return listingPage(db, [], total, page);
  if (narrowing.sizes.length > 0 && total <= FEW) {
    const ids = await sortIds(db, idsOf(await wantedIds(db, narrowing).execute()), order);
    return listingPage(db, ids.slice(offset, offset + PRODUCTS_PER_PAGE), total, page);
  }
  const rows = await db
    .selectFrom('product')
    .where(({ and }) => and(conditionsOf(db, narrowing)))
    .select('product.id')
    .orderBy(sortOrder[order])
    .limit(PRODUCTS_PER_PAGE)
    .offset(offset)
    .execute();
  return listingPage(db, idsOf(rows), total, page);
}

/** The newest products on sale. */
export async function newestProducts(db: Db, limit: number): Promise<Product[]> {
  const rows = await db.selectFrom('product').select('id').where(onSale).orderBy(sortOrder.newest).limit(limit).execute();
  return productsById(db, idsOf(rows));
}
