import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { foldCase } from '#api/database/fold-case.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { variantOfSizes, variantOnSale } from '#api/services/catalogue/variant-conditions.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import { fromListItem } from '#lib/rules/text.ts';
import { findSubCategoriesInText } from './find-sub-categories.ts';

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

/** Filters with sub-categories resolved to ids and prices in paise. */
export interface ParsedFilters {
  /** Sub-categories of which the product must be in one; undefined for any. */
  subCategoryIds: readonly number[] | undefined;
  /** In paise. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  productIds: readonly number[] | undefined;
  /** Sizes of which the product must have at least one, in folded case; empty for any. */
  sizes: readonly string[];
  /** Stock of the product, with sizes of a variant of such a size: above 0 (`>`), exactly 0 (`=`), or any. */
  stockOperator: '>' | '=' | undefined;
}

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
function parseStockOperator({ in_stock, out_of_stock }: ProductFilters): ParsedFilters['stockOperator'] {
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

/** The variants of these sizes on sale, in stock or not as asked for. */
export function variantsOfSizes(db: Db, { sizes, stockOperator }: Pick<ParsedFilters, 'sizes' | 'stockOperator'>) {
  const variants = db.selectFrom('variant').where(variantOnSale).where(variantOfSizes(sizes));
  return stockOperator ? variants.where('variant.stock', stockOperator, 0) : variants;
}

const isOneOf = (column: 'product.id' | 'product.sub_category_id', ids: readonly number[]): SqlCondition =>
  ids.length > 0 ? eb(column, 'in', ids) : eb.lit(false);

/** Products of so few variants are looked up. */
const LOOKUP_MAX = 2000;

/** Of so many variants, their products are read first, and looked for while products are walked in the order of the listing. */
export const SIZE_SET_MAX = 25_000;

/**
 * Matches products of the sizes. PostgreSQL plans that itself; on SQLite the condition decides what is fastest for so many variants: sizes that most
 * products have are looked for in each.
 */
function matchSizes(db: Db, filters: ParsedFilters, variants: number): SqlCondition {
  const sized = variantsOfSizes(db, filters);
  if (engineOf(db) === 'postgres' || variants > SIZE_SET_MAX)
    return eb.exists(sized.select('variant.id').where('variant.product_id', '=', sql.ref<number>('product.id')));
  const id = variants > LOOKUP_MAX ? sql<number>`+product.id` : sql.ref<number>('product.id');
  return eb(id, 'in', sized.select('variant.product_id'));
}

/**
 * The conditions of filters on the product row. `sizedVariants`: how many variants have the sizes. `priceIndex`: the query walks products by price,
 * and may begin at the lowest.
 */
export function toConditions(
  db: Db,
  filters: ParsedFilters,
  { sizedVariants, priceIndex = false }: { sizedVariants: number; priceIndex?: boolean },
): SqlCondition[] {
  const { subCategoryIds, productIds, minPrice, maxPrice, sizes, stockOperator } = filters;
  const price = priceIndex ? sql.ref<number>('product.price') : unindexedPrice;
  const conditions: SqlCondition[] = [onSaleCondition];
  if (subCategoryIds) conditions.push(isOneOf('product.sub_category_id', subCategoryIds));
  // Ids out of range match nothing.
  if (productIds) conditions.push(isOneOf('product.id', productIds.filter(Number.isSafeInteger)));
  if (minPrice !== undefined) conditions.push(eb(price, '>=', minPrice));
  if (maxPrice !== undefined) conditions.push(eb(price, '<=', maxPrice));
  if (sizes.length === 0) return stockOperator ? [...conditions, eb('product.stock', stockOperator, 0)] : conditions;
  return [...conditions, matchSizes(db, filters, sizedVariants)];
}

/** Whether the filters exclude nothing. */
export const isUnfiltered = ({ subCategoryIds, productIds, minPrice, maxPrice, sizes, stockOperator }: ParsedFilters): boolean =>
  sizes.length === 0 && [subCategoryIds, productIds, minPrice, maxPrice, stockOperator].every((filter) => filter === undefined);
