import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Product, SortOrder } from '#lib/contract/catalogue.ts';
import { DEFAULT_PAGE, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import type { Db } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { productsById } from './products.ts';
import { findSubCategoriesInText } from './sub-categories.ts';
import { totalOf } from './totals.ts';

/** What a listing is narrowed by; the contract's filters after parsing. Prices in rupees. */
export interface Filters {
  sub_category?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  size?: string | undefined;
  in_stock?: boolean | undefined;
  out_of_stock?: boolean | undefined;
  sort_by?: SortOrder | '' | undefined;
  product_id?: number | undefined;
}

export interface ListingPage {
  data: Product[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

export type Condition = Expression<SqlBool>;

/** From so many products on, those of a size are so frequent that a page of them is soon gathered by looking at one product after another. */
const MANY = 2000;

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Paise from rupees as a filter gives them, kept within what a price can be. */
const paise = (rupees: number): number => Math.min(Math.round(rupees * 100), Number.MAX_SAFE_INTEGER);

/** What is on sale. Said with a constant, because the indexes that listings are read from hold nothing else. */
export const onSale: Condition = expressionBuilder<Tables, 'product'>()('product.active', '=', sql.lit(1));

/**
 * A column that is to be looked at but not searched by. An index that narrows a little and then has to be sorted costs far more than
 * walking the one that is in the order asked for, and without statistics SQLite takes the former.
 */
const unsearched = (column: 'price' | 'id') => sql<number>`+${sql.ref(`product.${column}`)}`;

/** Only what can, or only what cannot be bought; both or neither means everything. With sizes, it is those sizes that count. */
function stockAndSizes({ size, in_stock, out_of_stock, sub_category }: Filters, found: number): Condition[] {
  const eb = expressionBuilder<Tables, 'product'>();
  const sizes = splitList(size);
  const oneSide = Boolean(in_stock) !== Boolean(out_of_stock);
  if (sizes.length === 0) return oneSide ? [eb('product.stock', in_stock ? '>' : '=', 0)] : [];
  let variants = eb
    .selectFrom('variant')
    .select('variant.product_id')
    .where('variant.active', '=', sql.lit(1))
    .where(sql<string>`variant.product_variation COLLATE NOCASE`, 'in', sizes);
  if (oneSide) variants = variants.where('variant.stock', in_stock ? '>' : '=', 0);
  if (sub_category?.trim() || found >= MANY) return [eb.exists(variants.whereRef('variant.product_id', '=', 'product.id'))];
  return [eb(unsearched('id'), 'in', variants)];
}

/**
 * The filters as conditions on `product`, all of which must hold beside `onSale`; none when nothing is filtered. `found` is how many
 * products there are, where that is known.
 */
export async function listingConditions(db: Db, filters: Filters, found = 0): Promise<Condition[]> {
  const eb = expressionBuilder<Tables, 'product'>();
  const conditions = stockAndSizes(filters, found);
  const price = filters.sort_by?.startsWith('price') ? sql.ref<number>('product.price') : unsearched('price');
  if (filters.sub_category?.trim()) {
    const ids = await findSubCategoriesInText(db, filters.sub_category);
    conditions.push(ids.length > 0 ? eb('product.sub_category_id', 'in', ids) : eb.lit(false));
  }
  if (filters.min_price !== undefined) conditions.push(eb(price, '>=', paise(filters.min_price)));
  if (filters.max_price !== undefined) conditions.push(eb(price, '<=', paise(filters.max_price)));
  if (filters.product_id !== undefined) {
    conditions.push(Number.isSafeInteger(filters.product_id) ? eb('product.id', '=', filters.product_id) : eb.lit(false));
  }
  return conditions;
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

/** A page of the products on sale, filtered and sorted, newest first unless asked otherwise. */
export async function listProducts(db: Db, filters: Filters, page = DEFAULT_PAGE): Promise<ListingPage> {
  const products = async (found?: number) => {
    const conditions = await listingConditions(db, filters, found);
    return db.selectFrom('product').where(({ and }) => and([onSale, ...conditions]));
  };
  const { sort_by, ...narrowing } = filters;
  const total = await totalOf(db, narrowing, async () => countRows(await products()));
  const rows = await (await products(total))
    .select('product.id')
    .orderBy(sortOrder[sort_by || 'newest'])
    .limit(PRODUCTS_PER_PAGE)
    .offset((page - 1) * PRODUCTS_PER_PAGE)
    .execute();
  return listingPage(
    db,
    rows.map(({ id }) => id),
    total,
    page,
  );
}

/** The newest products on sale. */
export async function newestProducts(db: Db, limit: number): Promise<Product[]> {
  const rows = await db.selectFrom('product').select('id').where(onSale).orderBy(sortOrder.newest).limit(limit).execute();
  return productsById(
    db,
    rows.map(({ id }) => id),
  );
}
