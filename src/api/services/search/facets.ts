import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { matchingProducts } from '#api/database/search/product-index.ts';
import {
  matchPrice,
  matchProductId,
  matchSubCategories,
  onSaleCondition,
  type ParsedFilters,
  type ProductFilters,
  parseFilters,
  type SqlCondition,
} from '#api/services/catalogue/filters.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { toRupees } from '#lib/rules/money.ts';
import { ROW_LOOKUP_MAX } from './ranking.ts';
import { type ParsedSearch, parseSearch } from './search.ts';
import { countSizes } from './size-counts.ts';

/** How many answers are kept, some kilobytes each. */
const MAX_KEPT = 500;

const kept = cacheByRevision<Facets>(MAX_KEPT);

const nothing: Facets = { sub_categories: [], sizes: [], in_stock: 0, out_of_stock: 0, price: null };

const eb = expressionBuilder<Tables, 'product'>();

/** That a product holds the words searched for. Where very many do, SQLite walks products and looks each up among them. */
function ofSearch(db: Db, { wordGroups: groups, operator: between, matchCount: matched }: ParsedSearch): SqlCondition {
  const id = matched > ROW_LOOKUP_MAX ? sql<number>`+product.id` : sql.ref<number>('product.id');
  return sql<boolean>`${id} IN (SELECT id FROM ${matchingProducts(db, groups, between)} AS hit)`;
}

/** Of the products of one sub-category that can be bought, that cannot, or all: how many cost what they may; the price range of any. */
type Side = 'in' | 'out' | 'all';
type Figures = Record<`${Side}_count`, number> & Record<`${Side}_min` | `${Side}_max`, number | null>;

/** Products of which a variant of some sizes is in stock, and of which one is not; both can be true of one. */
const sidesOfSizes = (db: Db, sizes: readonly string[]) =>
  db
    .selectFrom('variant')
    .select('variant.product_id as id')
    .select(sql<number>`max(CASE WHEN variant.stock > 0 THEN 1 ELSE 0 END)`.as('some_in'))
    .select(sql<number>`max(CASE WHEN variant.stock = 0 THEN 1 ELSE 0 END)`.as('some_out'))
    .where('variant.active', '=', sql.lit(1))
    .where(sql<string>`variant.product_variation COLLATE NOCASE`, 'in', sizes)
    .groupBy('variant.product_id');

/** Everything that is counted of whole products, by sub-category, in one walk over those that `within` holds of. */
function figuresByCategory(db: Db, read: ParsedFilters, within: readonly SqlCondition[]) {
  const sized = read.sizes.length > 0;
  const sides: Record<Side, RawBuilder<boolean>> = {
    in: sized ? sql`sized.some_in = 1` : sql`product.stock > 0`,
    out: sized ? sql`sized.some_out = 1` : sql`product.stock = 0`,
    all: sql`true`,
  };
  const priced = eb.and(matchPrice(read));
  const figures = (Object.keys(sides) as Side[]).flatMap((side) => [
    sql<number>`count(*) FILTER (WHERE ${sides[side]} AND ${priced})`.as(`${side}_count`),
    sql<number | null>`min(product.price) FILTER (WHERE ${sides[side]})`.as(`${side}_min`),
    sql<number | null>`max(product.price) FILTER (WHERE ${sides[side]})`.as(`${side}_max`),
  ]);
  return db
    .selectFrom('product')
    .$if(sized, (query) => query.innerJoin(sidesOfSizes(db, read.sizes).as('sized'), 'sized.id', 'product.id'))
    .select('product.sub_category_id as id')
    .select(figures)
    .where(({ and }) => and([onSaleCondition, ...within]))
    .groupBy('product.sub_category_id')
    .orderBy('product.sub_category_id')
    .$castTo<{ id: number } & Figures>()
    .execute();
}

/** The lowest and highest of some prices in paise. */
function rangeOf(prices: readonly (number | null)[]): Facets['price'] {
  const known = prices.filter((price) => price !== null);
  return known.length > 0 ? { min: toRupees(Math.min(...known)), max: toRupees(Math.max(...known)) } : null;
}

/** What must hold whichever choice is counted: the words searched for, and the very product asked for. */
async function countChoices(db: Db, read: ParsedFilters, search: ParsedSearch | undefined): Promise<Facets> {
  const { subCategoryIds: categories, productId, stockOperator: stock } = read;
  const within = [...(search ? [ofSearch(db, search)] : []), ...(productId === undefined ? [] : [matchProductId(productId)])];
  const rows = await figuresByCategory(db, read, within);
  const side: Side = stock === '>' ? 'in' : stock === '=' ? 'out' : 'all';
  const chosen = categories ? rows.filter(({ id }) => categories.includes(id)) : rows;
  const sizes = await countSizes(db, {
    products: [onSaleCondition, ...within, ...matchPrice(read), ...(categories ? [matchSubCategories(categories)] : [])],
    stock,
    few: categories !== undefined || productId !== undefined || (search !== undefined && search.matchCount <= ROW_LOOKUP_MAX),
  });
  return {
    sub_categories: rows.map((row) => ({ id: row.id, count: row[`${side}_count`] })).filter(({ count }) => count > 0),
    sizes,
    in_stock: chosen.reduce((sum, row) => sum + row.in_count, 0),
    out_of_stock: chosen.reduce((sum, row) => sum + row.out_count, 0),
    price: rangeOf(chosen.flatMap((row) => [row[`${side}_min`], row[`${side}_max`]])),
  };
}

/**
 * How many products each choice of the filters leaves: as many as would be listed if, with all other filters kept, it alone were chosen in
 * its group (sub-category, size, stock, price). An empty text counts the whole listing, any other what it finds.
 */
export async function countFacets(db: Db, text: string, filters: ProductFilters): Promise<Facets> {
  const read = await parseFilters(db, filters);
  const search = text.trim() ? await parseSearch(db, text) : undefined;
  if (text.trim() && !search) return nothing;
  return kept(db, [read, search], () => countChoices(db, read, search));
}
