import { type Expression, expressionBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { foldCase } from '#api/database/collation.ts';
import type { Db } from '#api/database/open.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { findSubCategoriesInText } from './sub-categories.ts';

/** What a listing is narrowed by; the contract's filters after parsing. Prices in rupees. */
export interface ProductFilters {
  sub_category?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  size?: string | undefined;
  in_stock?: boolean | undefined;
  out_of_stock?: boolean | undefined;
  sort_by?: SortOrder | '' | undefined;
  product_id?: number | undefined;
}

export type SqlCondition = Expression<SqlBool>;

/** Filters, understood. */
export interface FilterConditions {
  /** What must hold of a product itself. */
  productConditions: readonly SqlCondition[];
  /** The sizes of which it must have one; none when any will do. */
  sizes: readonly string[];
  /** Whether a variant of such a size must be in stock (`>`), must not (`=`), or may. */
  stockOperator: '>' | '=' | undefined;
  /** Whether `own` leaves some sub-categories alone: then it is soonest to look at each product's variants. */
  hasCategoryCondition: boolean;
}

/** Filters, read: ids found, rupees counted as paise. */
export interface ParsedFilters {
  /** Sub-categories of which it must have one; undefined when any will do. */
  subCategoryIds: readonly number[] | undefined;
  /** In paise. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  productId: number | undefined;
  sizes: readonly string[];
  stockOperator: FilterConditions['stockOperator'];
}

/** With more sizes than this, their products are gathered in one heap and not size by size, in milliseconds that hardly matter then. */
const SIZES_APART = 4;

const splitSizes = (db: Db, text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((part) => foldCase(db, part.trim()))
      .filter(Boolean),
  ),
];

/** Paise from rupees as a filter gives them, kept within what a price can be. */
const paise = (rupees: number): number => Math.min(Math.round(rupees * 100), Number.MAX_SAFE_INTEGER);

/** What is on sale. Said with a constant, because the indexes that listings are read from hold nothing else. */
export const onSaleCondition: SqlCondition = expressionBuilder<Tables, 'product'>()('product.active', '=', sql.lit(1));

/**
 * A price that is to be looked at but not searched by. An index that narrows a little and then has to be sorted costs far more than
 * walking the one that is in the order asked for, and without statistics SQLite takes the former.
 */
const unsearchedPrice = sql<number>`+product.price`;

/** Only what can, or only what cannot be bought; both or neither means everything. With sizes, it is those sizes that count. */
function stockSide({ in_stock, out_of_stock }: ProductFilters): FilterConditions['stockOperator'] {
  if (Boolean(in_stock) === Boolean(out_of_stock)) return undefined;
  return in_stock ? '>' : '=';
}

/** Reads filters; its order is none of them. */
export async function parseFilters(db: Db, filters: ProductFilters): Promise<ParsedFilters> {
  const { sub_category, min_price, max_price, product_id } = filters;
  return {
    subCategoryIds: sub_category?.trim() ? await findSubCategoriesInText(db, sub_category) : undefined,
    minPrice: min_price === undefined ? undefined : paise(min_price),
    maxPrice: max_price === undefined ? undefined : paise(max_price),
    productId: product_id,
    sizes: splitSizes(db, filters.size),
    stockOperator: stockSide(filters),
  };
}

const eb = expressionBuilder<Tables, 'product'>();

/** That a product is of one of some sub-categories. */
export const matchSubCategories = (ids: readonly number[]): SqlCondition =>
  ids.length > 0 ? eb('product.sub_category_id', 'in', ids) : eb.lit(false);

/** That a product costs what it may. `searched` when it may be found by its price. */
export function matchPrice(
  { minPrice, maxPrice }: Pick<ParsedFilters, 'minPrice' | 'maxPrice'>,
  searched = false,
): SqlCondition[] {
  const price = searched ? sql.ref<number>('product.price') : unsearchedPrice;
  return [
    ...(minPrice === undefined ? [] : [eb(price, '>=', minPrice)]),
    ...(maxPrice === undefined ? [] : [eb(price, '<=', maxPrice)]),
  ];
}

/** That it is one very product. */
export const matchProductId = (id: number): SqlCondition =>
  Number.isSafeInteger(id) ? eb('product.id', '=', id) : eb.lit(false);

/** What the filters ask of a product; the order says how prices are best read. */
export async function buildFilterConditions(db: Db, filters: ProductFilters): Promise<FilterConditions> {
  const read = await parseFilters(db, filters);
  const { subCategoryIds: categories, productId, sizes, stockOperator: stock } = read;
  const own = [
    ...(stock && sizes.length === 0 ? [eb('product.stock', stock, 0)] : []),
    ...(categories ? [matchSubCategories(categories)] : []),
    ...matchPrice(read, filters.sort_by?.startsWith('price')),
    ...(productId === undefined ? [] : [matchProductId(productId)]),
  ];
  return { productConditions: own, sizes, stockOperator: stock, hasCategoryCondition: categories !== undefined };
}

/** Whether nothing is narrowed at all. */
export const isUnfiltered = ({ productConditions: own, sizes }: FilterConditions): boolean =>
  own.length === 0 && sizes.length === 0;

/** The products of the variants on sale that have one of some sizes. */
function ofSizes(db: Db, sizes: readonly string[], stock: FilterConditions['stockOperator']) {
  const variants = db
    .selectFrom('variant')
    .select('variant.product_id as id')
    .where('variant.active', '=', sql.lit(1))
    .where(sql<string>`variant.product_variation COLLATE NOCASE`, 'in', sizes);
  return stock ? variants.where('variant.stock', stock, 0) : variants;
}

/** All that must hold, for a query that looks at one product after another. */
export function toSqlConditions(
  db: Db,
  { productConditions: own, sizes, stockOperator: stock }: FilterConditions,
): SqlCondition[] {
  if (sizes.length === 0) return [onSaleCondition, ...own];
  const variants = ofSizes(db, sizes, stock).where('variant.product_id', '=', sql.ref<number>('product.id'));
  return [onSaleCondition, ...own, eb.exists(variants)];
}

/** A query that gives ids. */
export type IdQuery = SelectQueryBuilder<Tables, 'product' | 'variant', { id: number }>;

/**
 * The ids of all that is wanted, among `hits` when they are given, as sets that are met with one another. Each comes in the order of ids,
 * so that SQLite merges them in one go, which is many times faster than looking products up. Union and intersection stand in an order
 * that gives the same whether they bind alike (SQLite) or intersection binds closer (PostgreSQL).
 */
export function selectMatchingIds(db: Db, narrowing: FilterConditions, hits?: RawBuilder<{ id: number }>): IdQuery {
  const { productConditions: own, sizes, stockOperator: stock, hasCategoryCondition: inCategories } = narrowing;
  const product = db.selectFrom('product').select('product.id');
  const amongHits = (query: IdQuery): IdQuery => (hits ? query.intersect(db.selectFrom(hits.as('hit')).select('hit.id')) : query);
  if (sizes.length === 0 || inCategories) return amongHits(product.where(({ and }) => and(toSqlConditions(db, narrowing))));
  const products = product.where(({ and }) => and([onSaleCondition, ...own]));
  const meet = (query: IdQuery): IdQuery => amongHits(query.intersect(products));
  const [first = [], ...others] = sizes.length > SIZES_APART ? [sizes] : sizes.map((size) => [size]);
  return others.reduce((query, heap) => meet(query.union(ofSizes(db, heap, stock))), meet(ofSizes(db, first, stock)));
}
