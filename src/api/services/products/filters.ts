import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { variantOnSale, variantSize } from '#api/services/catalogue/variant-conditions.ts';
import type { CategoryFilter } from './find-sub-categories.ts';
import type { FactFilter, ParsedFilters } from './parse-filters.ts';

type SqlCondition = Expression<SqlBool>;

const eb = expressionBuilder<Tables, 'product' | 'variant'>();

/** Matches products on sale. A literal, because the partial indexes of listings have this condition. */
export const onSaleCondition: SqlCondition = expressionBuilder<Tables, 'product'>()('product.active', '=', sql.lit(1));

/**
 * The price column, hidden from the query planner. Without statistics SQLite would pick a price index and then sort, which is far slower
 * than walking the index of the listing's sort order.
 */
const unindexedPrice = sql<number>`+product.price`;

/** What one variant must have. */
export type ChoiceFilter = Pick<ParsedFilters, 'sizes' | 'colours' | 'stockOperator'>;

/** Whether a variant decides: one of a size or a colour. */
export const hasChoice = ({ sizes, colours }: Pick<ParsedFilters, 'sizes' | 'colours'>): boolean =>
  sizes.length > 0 || colours.length > 0;

/** The condition of a variant on sale of these sizes and colours, in stock or not as asked for. */
export function variantOfChoice({ sizes, colours, stockOperator }: ChoiceFilter): RawBuilder<SqlBool> {
  const conditions: SqlCondition[] = [variantOnSale];
  if (sizes.length > 0) conditions.push(eb(variantSize, 'in', sizes));
  if (colours.length > 0) conditions.push(eb('variant.colour', 'in', colours));
  if (stockOperator) conditions.push(eb('variant.stock', stockOperator, 0));
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

const isOneOf = (column: 'product.id' | 'product.sub_category_id', ids: readonly number[]): SqlCondition =>
  ids.length > 0 ? eb(column, 'in', ids) : eb.lit(false);

/** The discount on the MRP in whole percent, as `percentOff` computes it for pages. */
export const discountOfProduct = sql<number>`CASE WHEN product.mrp > product.price
  THEN (product.mrp - product.price) * 100 / product.mrp ELSE 0 END`;

interface Lookup {
  from: RawBuilder<unknown>;
  productId: RawBuilder<number>;
  where: RawBuilder<SqlBool>;
}

const toLookup = (filter: ChoiceFilter): Lookup => ({
  from: sql`variant`,
  productId: sql.ref<number>('variant.product_id'),
  where: variantOfChoice(filter),
});

const toFactLookup = ({ name, values }: FactFilter): Lookup => ({
  from: sql`product_fact`,
  productId: sql.ref<number>('product_fact.product_id'),
  where: sql`product_fact.name = ${name} AND product_fact.value IN (${sql.join(values)})`,
});

const listLookups = (filters: ParsedFilters): Lookup[] => [
  ...(hasChoice(filters) ? [toLookup(filters)] : []),
  ...filters.facts.map(toFactLookup),
];

const matchEach = ({ from, productId, where }: Lookup): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT 1 FROM ${from} WHERE ${where} AND ${productId} = product.id)`;

/** Products of so few rows are looked up. */
const LOOKUP_MAX = 2000;

/** Of so many rows, their products are read first, and looked for while products are walked in the order of the listing. */
export const SET_MAX = 25_000;

/**
 * Matches products of the rows. PostgreSQL plans that itself; on SQLite the condition decides what is fastest for so many rows: what most products
 * have is looked for in each.
 */
function matchLookup(db: Db, lookup: Lookup, rows: number): RawBuilder<SqlBool> {
  if (engineOf(db) === 'postgres' || rows > SET_MAX) return matchEach(lookup);
  const id = rows > LOOKUP_MAX ? sql`+product.id` : sql`product.id`;
  return sql`${id} IN (SELECT ${lookup.productId} FROM ${lookup.from} WHERE ${lookup.where})`;
}

const selectListedIds = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT id FROM product WHERE active = 1 AND sub_category_id IN (${ids})
    UNION ALL SELECT product_id FROM product_category WHERE sub_category_id IN (${ids})`;

/** Matches products that one of the sub-categories lists. `rows`: how many products they list as either. */
function matchCategories(db: Db, { ids, as }: CategoryFilter, rows: number): SqlCondition {
  const isFirst = isOneOf('product.sub_category_id', ids);
  if (as === 'first') return isFirst;
  const list = sql.join(ids);
  const ofCollections = sql`SELECT product_id FROM product_category WHERE sub_category_id IN (${list})`;
  if (as === 'collection') return sql`product.sub_category_id NOT IN (${list}) AND product.id IN (${ofCollections})`;
  if (rows <= LOOKUP_MAX) return sql`product.id IN (${selectListedIds(list)})`;
  return engineOf(db) === 'postgres' || rows > SET_MAX
    ? sql`(${isFirst} OR ${isInCollection(ids)})`
    : sql`(${isFirst} OR +product.id IN (${ofCollections}))`;
}

/** Splits filters so that each part finds other products by indexes; one part where they need not be split. */
export function splitByCategory(filters: ParsedFilters): ParsedFilters[] {
  const { categories } = filters;
  if (categories?.as !== 'either') return [filters];
  return (['first', 'collection'] as const).map((as) => ({ ...filters, categories: { ids: categories.ids, as } }));
}

/** Whether one of these sub-categories is a collection of the product. */
export const isInCollection = (ids: readonly number[]): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT 1 FROM product_category WHERE product_id = product.id AND sub_category_id IN (${sql.join(ids)}))`;

/** Rows that filters look up, to be counted, whatever their stock. Only SQLite has to know those of `lookups`. */
export const selectLookupRows = (filters: ParsedFilters): LookupRows<RawBuilder<unknown>> => ({
  categories: filters.categories?.as === 'either' ? [selectListedIds(sql.join(filters.categories.ids))] : [],
  lookups: listLookups({ ...filters, stockOperator: undefined }).map(
    ({ from, where }) => sql`SELECT 1 FROM ${from} WHERE ${where}`,
  ),
});

/** Of sub-categories with a collection, and of each lookup of the other filters. */
export interface LookupRows<Value = number> {
  categories: readonly Value[];
  lookups: readonly Value[];
}

/**
 * The conditions of filters on the product row. `rows`: how many rows each lookup has. `priceIndex`: the query walks products by price, and may
 * begin at the lowest.
 */
export function toConditions(
  db: Db,
  filters: ParsedFilters,
  { rows, priceIndex = false }: { rows: LookupRows; priceIndex?: boolean },
): SqlCondition[] {
  const { categories, productIds, minPrice, maxPrice, brands, minDiscount, stockOperator } = filters;
  const price = priceIndex ? sql.ref<number>('product.price') : unindexedPrice;
  const conditions: SqlCondition[] = [onSaleCondition];
  if (categories) conditions.push(matchCategories(db, categories, rows.categories[0] ?? 0));
  // Ids out of range match nothing.
  if (productIds) conditions.push(isOneOf('product.id', productIds.filter(Number.isSafeInteger)));
  if (minPrice !== undefined) conditions.push(eb(price, '>=', minPrice));
  if (maxPrice !== undefined) conditions.push(eb(price, '<=', maxPrice));
  if (brands.length > 0) conditions.push(sql`lower(product.brand) IN (${sql.join(brands)})`);
  if (minDiscount !== undefined) conditions.push(sql`${discountOfProduct} >= ${minDiscount}`);
  if (stockOperator && !hasChoice(filters)) conditions.push(eb('product.stock', stockOperator, 0));
  return [...conditions, ...listLookups(filters).map((lookup, i) => matchLookup(db, lookup, rows.lookups[i] ?? 0))];
}
