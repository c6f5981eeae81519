import { type Expression, expressionBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { fromListItem } from '#lib/rules/text/comma-list.ts';
import { findSubCategoriesInText } from './find-sub-categories.ts';
import { variantOfSizes, variantOnSale } from './variant-conditions.ts';

/** The contract's listing filters after parsing. Prices in rupees. */
export interface ProductFilters {
  sub_category?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  size?: string | undefined;
  in_stock?: boolean | undefined;
  out_of_stock?: boolean | undefined;
  sort_by?: SortOrder | '' | undefined;
  product_id?: readonly number[] | undefined;
}

export type SqlCondition = Expression<SqlBool>;

/** Filters as SQL conditions. */
export interface FilterConditions {
  /** Conditions on the product row; all must hold. */
  productConditions: readonly SqlCondition[];
  /** Sizes of which the product must have at least one; empty for any. */
  sizes: readonly string[];
  /** Stock of a variant of such a size: above 0 (`>`), exactly 0 (`=`), or any. */
  stockOperator: '>' | '=' | undefined;
  /** Whether in stock or out of stock was asked for. */
  dependsOnStock: boolean;
  /** Whether `productConditions` select sub-categories: then checking each product's variants is fastest. */
  hasCategoryCondition: boolean;
}

/** Filters with sub-categories resolved to ids and prices in paise. */
export interface ParsedFilters {
  /** Sub-categories of which the product must be in one; undefined for any. */
  subCategoryIds: readonly number[] | undefined;
  /** In paise. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  productIds: readonly number[] | undefined;
  sizes: readonly string[];
  stockOperator: FilterConditions['stockOperator'];
}

/** Above this many sizes, one subquery collects the products of all sizes instead of one subquery for each. */
const MAX_SIZE_SUBQUERIES = 4;

const splitSizes = (db: Db, text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((part) => foldCase(db, fromListItem(part.trim())))
      .filter(Boolean),
  ),
];

/** Converts a filter's rupees to paise, capped at the largest safe integer. */
const filterPriceToPaise = (rupees: number): number => Math.min(Math.round(rupees * 100), Number.MAX_SAFE_INTEGER);

/** Matches products on sale. A literal, because the partial indexes of listings have this condition. */
export const onSaleCondition: SqlCondition = expressionBuilder<Tables, 'product'>()('product.active', '=', sql.lit(1));

/**
 * The price column, hidden from the query planner. Without statistics SQLite would pick a price index and then sort, which is far slower
 * than walking the index of the listing's sort order.
 */
const unindexedPrice = sql<number>`+product.price`;

/** In stock or out of stock only; both or neither means all. With sizes, the stock of those sizes counts. */
function parseStockOperator({ in_stock, out_of_stock }: ProductFilters): FilterConditions['stockOperator'] {
  if (Boolean(in_stock) === Boolean(out_of_stock)) return undefined;
  return in_stock ? '>' : '=';
}

/** Parses all filters except the sort order. */
export async function parseFilters(db: Db, filters: ProductFilters): Promise<ParsedFilters> {
  const { sub_category, min_price, max_price, product_id } = filters;
  return {
    subCategoryIds: sub_category?.trim() ? await findSubCategoriesInText(db, sub_category) : undefined,
    minPrice: min_price === undefined ? undefined : filterPriceToPaise(min_price),
    maxPrice: max_price === undefined ? undefined : filterPriceToPaise(max_price),
    productIds: product_id,
    sizes: splitSizes(db, filters.size),
    stockOperator: parseStockOperator(filters),
  };
}

const eb = expressionBuilder<Tables, 'product'>();

/** Matches products of one of these sub-categories; none for an empty list. */
export const matchSubCategories = (ids: readonly number[]): SqlCondition =>
  ids.length > 0 ? eb('product.sub_category_id', 'in', ids) : eb.lit(false);

/** Matches products within the price range. `useIndex` lets the query planner search by price. */
export function matchPrice(
  { minPrice, maxPrice }: Pick<ParsedFilters, 'minPrice' | 'maxPrice'>,
  useIndex = false,
): SqlCondition[] {
  const price = useIndex ? sql.ref<number>('product.price') : unindexedPrice;
  return [
    ...(minPrice === undefined ? [] : [eb(price, '>=', minPrice)]),
    ...(maxPrice === undefined ? [] : [eb(price, '<=', maxPrice)]),
  ];
}

/** Matches products by id; none for ids out of range. */
export function matchProductIds(ids: readonly number[]): SqlCondition {
  const possible = ids.filter(Number.isSafeInteger);
  return possible.length > 0 ? eb('product.id', 'in', possible) : eb.lit(false);
}

/** Builds the SQL conditions of filters. The sort order only decides whether prices may use an index. */
export async function buildFilterConditions(db: Db, filters: ProductFilters): Promise<FilterConditions> {
  const parsed = await parseFilters(db, filters);
  const { subCategoryIds, productIds, sizes, stockOperator } = parsed;
  const productConditions = [
    ...(stockOperator && sizes.length === 0 ? [eb('product.stock', stockOperator, 0)] : []),
    ...(subCategoryIds ? [matchSubCategories(subCategoryIds)] : []),
    ...matchPrice(parsed, filters.sort_by?.startsWith('price')),
    ...(productIds ? [matchProductIds(productIds)] : []),
  ];
  const dependsOnStock = stockOperator !== undefined;
  return { productConditions, sizes, stockOperator, dependsOnStock, hasCategoryCondition: subCategoryIds !== undefined };
}

/** Whether the filters exclude nothing. */
export const isUnfiltered = ({ productConditions, sizes }: FilterConditions): boolean =>
  productConditions.length === 0 && sizes.length === 0;

/** Selects the product ids of variants on sale in these sizes. */
function selectIdsBySize(db: Db, sizes: readonly string[], stockOperator: FilterConditions['stockOperator']) {
  const variants = db.selectFrom('variant').select('variant.product_id as id').where(variantOnSale).where(variantOfSizes(sizes));
  return stockOperator ? variants.where('variant.stock', stockOperator, 0) : variants;
}

/** The conditions for a query that checks product by product. */
export function toSqlConditions(db: Db, { productConditions, sizes, stockOperator }: FilterConditions): SqlCondition[] {
  if (sizes.length === 0) return [onSaleCondition, ...productConditions];
  const variants = selectIdsBySize(db, sizes, stockOperator).where('variant.product_id', '=', sql.ref<number>('product.id'));
  return [onSaleCondition, ...productConditions, eb.exists(variants)];
}

/** A query that selects ids. */
export type IdQuery = SelectQueryBuilder<Tables, 'product' | 'variant', { id: number }>;

/**
 * Selects the ids of matching products, optionally only those among `searchMatches`, as unions and intersections of id sets. Each set
 * is read in id order, so SQLite merges them, which is many times faster than looking products up. The operands are ordered so that the
 * result is the same with equal precedence (SQLite) and with INTERSECT binding closer (PostgreSQL).
 */
export function selectMatchingIds(db: Db, conditions: FilterConditions, searchMatches?: RawBuilder<{ id: number }>): IdQuery {
  const { productConditions, sizes, stockOperator, hasCategoryCondition } = conditions;
  const product = db.selectFrom('product').select('product.id');
  const amongMatches = (query: IdQuery): IdQuery =>
    searchMatches ? query.intersect(db.selectFrom(searchMatches.as('hit')).select('hit.id')) : query;
  if (sizes.length === 0 || hasCategoryCondition)
    return amongMatches(product.where(({ and }) => and(toSqlConditions(db, conditions))));
  const products = product.where(({ and }) => and([onSaleCondition, ...productConditions]));
  const intersect = (query: IdQuery): IdQuery => amongMatches(query.intersect(products));
  const [first = [], ...others] = sizes.length > MAX_SIZE_SUBQUERIES ? [sizes] : sizes.map((size) => [size]);
  return others.reduce(
    (query, batch) => intersect(query.union(selectIdsBySize(db, batch, stockOperator))),
    intersect(selectIdsBySize(db, first, stockOperator)),
  );
}
