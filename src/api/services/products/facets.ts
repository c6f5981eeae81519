import { type RawBuilder, sql } from 'kysely';
import { readChangeCount } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { MAX_COUNTED } from '#lib/contract/limits.ts';
import { toRupees } from '#lib/rules/money.ts';
import { countSizes } from './count-sizes.ts';
import { type ParsedFilters, variantsOfSizes } from './filters.ts';
import { type ProductQuery, selectCounted } from './matches.ts';

/** Entries in the cache, a few kilobytes each. */
const CACHE_MAX = 500;

const getCachedFacets = memoiseByRevision<Facets>(CACHE_MAX, readChangeCount);

/** The counted products of a sub-category. Prices in paise; null when all of them are wrong. */
interface CategoryFigures {
  id: number;
  products: number;
  in_stock: number;
  out_of_stock: number;
  min: number | null;
  max: number | null;
}

/** Whether a product is in stock (`>`) or not; of chosen sizes, whether one is, so that both can be true. */
const hasStock = (db: Db, { sizes }: ParsedFilters, stockOperator: '>' | '='): RawBuilder<boolean> =>
  sizes.length === 0
    ? sql`product.stock ${sql.raw(stockOperator)} 0`
    : sql`EXISTS ${variantsOfSizes(db, { sizes, stockOperator })
        .select('variant.id')
        .where('variant.product_id', '=', sql.ref<number>('product.id'))}`;

/** Reads the figures of a query; those of stock only when asked for, which takes longest with sizes. */
async function readFigures(db: Db, query: ProductQuery, withStock: boolean): Promise<CategoryFigures[]> {
  const flag = (stockOperator: '>' | '=') =>
    withStock ? sql`CASE WHEN ${hasStock(db, query.filters, stockOperator)} THEN 1 ELSE 0 END` : sql`0`;
  const counted = await selectCounted(db, query, sql`, ${flag('>')} AS is_in, ${flag('=')} AS is_out`);
  const { rows } = await sql<CategoryFigures>`SELECT sub_category_id AS id, count(*) AS products,
      sum(is_in) AS in_stock, sum(is_out) AS out_of_stock,
      min(price) FILTER (WHERE price >= 0) AS min, max(price) FILTER (WHERE price >= 0) AS max
    FROM ${counted} AS counted GROUP BY sub_category_id ORDER BY sub_category_id`.execute(db);
  return rows;
}

const sum = (rows: readonly CategoryFigures[], figure: 'products' | 'in_stock' | 'out_of_stock'): number =>
  rows.reduce((total, row) => total + row[figure], 0);

/** The lowest and highest of some prices; null when there are none. */
function toPriceRange(rows: readonly CategoryFigures[]): Facets['price'] {
  const prices = rows.flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]));
  return prices.length > 0 ? { min: toRupees(Math.min(...prices)), max: toRupees(Math.max(...prices)) } : null;
}

async function computeFacets(db: Db, query: ProductQuery): Promise<Facets> {
  const known = new Map<string, CategoryFigures[]>();
  /** Reads the figures of the query without one group of its filters. Without another filter, several are the same. */
  const readWithout = async (group: Partial<ParsedFilters>, withStock = false): Promise<CategoryFigures[]> => {
    const filters = { ...query.filters, ...group };
    const key = JSON.stringify(filters);
    const figures = known.get(key) ?? (await readFigures(db, { ...query, filters }, withStock));
    known.set(key, figures);
    return figures;
  };
  const stock = await readWithout({ stockOperator: undefined }, true);
  const categories = await readWithout({ subCategoryIds: undefined });
  const prices = await readWithout({ minPrice: undefined, maxPrice: undefined });
  const sizes = await countSizes(db, query);
  const capped = { sub_categories: categories, stock };
  const more = [
    ...(['sub_categories', 'stock'] as const).filter((group) => sum(capped[group], 'products') > MAX_COUNTED),
    ...(sizes.isCapped ? (['sizes'] as const) : []),
  ];
  return {
    sub_categories: categories.map(({ id, products }) => ({ id, count: products })),
    sizes: sizes.counts,
    in_stock: sum(stock, 'in_stock'),
    out_of_stock: sum(stock, 'out_of_stock'),
    price: toPriceRange(prices),
    ...(more.length > 0 && { more }),
  };
}

/**
 * Counts the products of each filter option: those listed if it alone were selected in its group (sub-category, size, stock, price) and all other
 * filters stayed. Of more than `MAX_COUNTED`, the first in the order of the query are counted.
 */
export const readFacets = (db: Db, query: ProductQuery): Promise<Facets> =>
  getCachedFacets(db, query, () => computeFacets(db, query));
