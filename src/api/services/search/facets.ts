import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { readAssortmentRevision, readListingRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { matchingProducts } from '#api/database/search/product-index.ts';
import { memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import {
  matchPrice,
  matchProductIds,
  matchSubCategories,
  onSaleCondition,
  type ParsedFilters,
  type ProductFilters,
  parseFilters,
  type SqlCondition,
} from '#api/services/filters/filters.ts';
import { variantOfSizes, variantOnSale } from '#api/services/filters/variant-conditions.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { toRupees } from '#lib/rules/money.ts';
import { type CategoryFigures, countSizesInColumns, readFiguresInColumns, STOCK_SIDES, type StockSide } from './column-facets.ts';
import { readSearchMatches } from './column-matches.ts';
import { countSearchMatches, type ParsedSearch, parseSearch } from './parse-search.ts';
import { ROW_LOOKUP_MAX, type SearchQuery } from './ranking.ts';
import { countSizes } from './size-counts.ts';

/** Entries in the cache, a few kilobytes each. */
const CACHE_MAX = 500;

const getCachedFacets = memoiseByRevision<Facets>(CACHE_MAX, readListingRevision);

/** Sizes counted whatever their stock, which takes longest and does not change when something sells out. */
const getCachedSizes = memoiseByRevision<Facets['sizes']>(CACHE_MAX, readAssortmentRevision);

const emptyFacets: Facets = { sub_categories: [], sizes: [], in_stock: 0, out_of_stock: 0, price: null };

const eb = expressionBuilder<Tables, 'product'>();

/** Matches products with the words searched for. With many matches, SQLite walks products and looks each up among them. */
function matchSearch(
  db: Db,
  { wordGroups, operator, matchCount }: Pick<SearchQuery, 'wordGroups' | 'operator' | 'matchCount'>,
): SqlCondition {
  const id = matchCount > ROW_LOOKUP_MAX ? sql<number>`+product.id` : sql.ref<number>('product.id');
  return sql<boolean>`${id} IN (SELECT id FROM ${matchingProducts(db, wordGroups, operator)} AS hit)`;
}

/** By product, whether a variant of these sizes is in stock, and whether one is not; both can be true. */
const selectStockOfSizes = (db: Db, sizes: readonly string[]) =>
  db
    .selectFrom('variant')
    .select('variant.product_id as id')
    .select(sql<number>`max(CASE WHEN variant.stock > 0 THEN 1 ELSE 0 END)`.as('some_in'))
    .select(sql<number>`max(CASE WHEN variant.stock = 0 THEN 1 ELSE 0 END)`.as('some_out'))
    .where(variantOnSale)
    .where(variantOfSizes(sizes))
    .groupBy('variant.product_id');

/** Reads the figures of every sub-category in one pass over the products that match `conditions`. */
function readCategoryFigures(db: Db, filters: ParsedFilters, conditions: readonly SqlCondition[]) {
  const hasSizes = filters.sizes.length > 0;
  const sides: Record<StockSide, RawBuilder<boolean>> = {
    in: hasSizes ? sql`sized.some_in = 1` : sql`product.stock > 0`,
    out: hasSizes ? sql`sized.some_out = 1` : sql`product.stock = 0`,
    all: sql`true`,
  };
  const inPriceRange = eb.and(matchPrice(filters));
  const figures = STOCK_SIDES.flatMap((side) => [
    sql<number>`count(*) FILTER (WHERE ${sides[side]} AND ${inPriceRange})`.as(`${side}_count`),
    sql<number | null>`min(product.price) FILTER (WHERE ${sides[side]})`.as(`${side}_min`),
    sql<number | null>`max(product.price) FILTER (WHERE ${sides[side]})`.as(`${side}_max`),
  ]);
  return db
    .selectFrom('product')
    .$if(hasSizes, (query) => query.innerJoin(selectStockOfSizes(db, filters.sizes).as('sized'), 'sized.id', 'product.id'))
    .select('product.sub_category_id as id')
    .select(figures)
    .where(({ and }) => and([onSaleCondition, ...conditions]))
    .groupBy('product.sub_category_id')
    .orderBy('product.sub_category_id')
    .$castTo<{ id: number } & CategoryFigures>()
    .execute();
}

/** The lowest and highest of some prices in paise; null when there are none. */
function toPriceRange(prices: readonly (number | null)[]): Facets['price'] {
  // A broken row may have a price below zero.
  const present = prices.filter((price) => price !== null && price >= 0) as number[];
  return present.length > 0 ? { min: toRupees(Math.min(...present)), max: toRupees(Math.max(...present)) } : null;
}

/** The figures of the sub-categories, and the products of each size. */
interface FacetCounts {
  rows: readonly ({ id: number } & CategoryFigures)[];
  sizes: Facets['sizes'];
}

async function queryFacets(db: Db, filters: ParsedFilters, parsedSearch: ParsedSearch | undefined): Promise<FacetCounts> {
  const { subCategoryIds, productIds, stockOperator } = filters;
  const search = parsedSearch && { ...parsedSearch, ...(await countSearchMatches(db, parsedSearch.wordGroups)) };
  // The search and the product id apply to every facet; the other filters not to their own.
  const always = [...(search ? [matchSearch(db, search)] : []), ...(productIds ? [matchProductIds(productIds)] : [])];
  const rows = await readCategoryFigures(db, filters, always);
  const count = () =>
    countSizes(db, {
      products: [
        onSaleCondition,
        ...always,
        ...matchPrice(filters),
        ...(subCategoryIds ? [matchSubCategories(subCategoryIds)] : []),
      ],
      stockOperator,
      isSmall:
        subCategoryIds !== undefined || productIds !== undefined || (search !== undefined && search.matchCount <= ROW_LOOKUP_MAX),
    });
  return { rows, sizes: await (stockOperator ? count() : getCachedSizes(db, [filters, parsedSearch], count)) };
}

/** Counts in the columns; undefined when they are not loaded. */
async function countInColumns(
  db: Db,
  filters: ParsedFilters,
  search: ParsedSearch | undefined,
): Promise<FacetCounts | undefined> {
  const columns = filters.productIds ? undefined : await getCurrentColumns(db);
  if (!columns) return undefined;
  const matches = search && (await readSearchMatches(db, columns, search.wordGroups));
  return {
    rows: readFiguresInColumns(columns, filters, matches?.parts),
    sizes: countSizesInColumns(columns, filters, matches?.parts),
  };
}

async function computeFacets(db: Db, filters: ParsedFilters, search: ParsedSearch | undefined): Promise<Facets> {
  const { subCategoryIds, stockOperator } = filters;
  const { rows, sizes } = (await countInColumns(db, filters, search)) ?? (await queryFacets(db, filters, search));
  const side: StockSide = stockOperator === '>' ? 'in' : stockOperator === '=' ? 'out' : 'all';
  const selected = subCategoryIds ? rows.filter(({ id }) => subCategoryIds.includes(id)) : rows;
  return {
    sub_categories: rows.map((row) => ({ id: row.id, count: row[`${side}_count`] })).filter(({ count }) => count > 0),
    sizes,
    in_stock: selected.reduce((sum, row) => sum + row.in_count, 0),
    out_of_stock: selected.reduce((sum, row) => sum + row.out_count, 0),
    price: toPriceRange(selected.flatMap((row) => [row[`${side}_min`], row[`${side}_max`]])),
  };
}

/**
 * Counts the products of each filter option: those listed if it alone were selected in its group (sub-category, size, stock, price) and
 * all other filters stayed. An empty `text` counts the whole listing, any other text its search results.
 */
export async function countFacets(db: Db, text: string, filters: ProductFilters): Promise<Facets> {
  const parsed = await parseFilters(db, filters);
  const search = text.trim() ? await parseSearch(db, text) : undefined;
  if (text.trim() && !search) return emptyFacets;
  return getCachedFacets(db, [parsed, search], () => computeFacets(db, parsed, search));
}
