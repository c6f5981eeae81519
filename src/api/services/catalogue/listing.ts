import type { Db } from '#api/database/schema/engine.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { countFilteredRows, createRowFilter, getColumnTotal, rowsInOrder, takeIds } from '#api/services/columns/select-rows.ts';
import {
  buildFilterConditions,
  onSaleCondition,
  type ProductFilters,
  parseFilters,
  type SqlCondition,
  selectMatchingIds,
  toSqlConditions,
} from '#api/services/filters/filters.ts';
import { DEFAULT_SORT_ORDER, sortOrderSql } from '#api/services/filters/sort-order.ts';
import type { Product, SortOrder } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { getCachedTotal } from './cached-listing-totals.ts';
import { countIds, pluckIds } from './count-rows.ts';
import { DEFAULT_PAGE, type ListingPage, slicePage, toListingPage } from './listing-page.ts';
import { findProductsById, type VariantDetail } from './read-products.ts';

/** Up to this many matches are sorted at once; above it, walking the index of the sort order finds a page faster. */
export const IN_MEMORY_SORT_MAX = 500;

/** Sorts up to `IN_MEMORY_SORT_MAX` products. */
export async function sortProductIds(db: Db, ids: readonly number[], order: SortOrder): Promise<number[]> {
  const products = db.selectFrom('product').where('product.id', 'in', ids);
  return pluckIds(await products.select('product.id').orderBy(sortOrderSql[order]).execute());
}

/** Walks products in a sort order and returns the ids of those that match, one page from `offset` unless limited otherwise. */
export async function walkProducts(
  db: Db,
  conditions: readonly SqlCondition[],
  { order, offset = 0, limit = PRODUCTS_PER_PAGE }: { order: SortOrder; offset?: number; limit?: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('product')
    .where(({ and }) => and([...conditions]))
    .select('product.id')
    .orderBy(sortOrderSql[order])
    .limit(limit)
    .offset(offset)
    .execute();
  return pluckIds(rows);
}

/** A page of the products on sale, filtered and sorted, newest first by default. */
export async function listProducts(
  db: Db,
  filters: ProductFilters,
  page = DEFAULT_PAGE,
  detail: VariantDetail = 'listed',
): Promise<ListingPage> {
  const { sort_by, ...cacheKey } = filters;
  const order = sort_by || DEFAULT_SORT_ORDER;
  const offset = (page - 1) * PRODUCTS_PER_PAGE;
  const columns = filters.product_id ? undefined : await getCurrentColumns(db);
  if (columns) {
    const parsed = await parseFilters(db, filters);
    const total = getColumnTotal(columns, parsed, parsed, () => countFilteredRows(columns, parsed));
    // No more than there are: else the search for more goes on to the last row.
    const limit = Math.min(PRODUCTS_PER_PAGE, total - offset);
    const filter = createRowFilter(columns, parsed);
    const ids = limit <= 0 ? [] : takeIds(columns, rowsInOrder(columns, order), filter, { offset, limit });
    return toListingPage(db, ids, total, page, detail);
  }
  const conditions = await buildFilterConditions(db, filters);
  const total = await getCachedTotal(db, cacheKey, conditions.dependsOnStock, () =>
    countIds(db, selectMatchingIds(db, conditions)),
  );
  if (total <= offset) return toListingPage(db, [], total, page);
  if (conditions.sizes.length > 0 && total <= IN_MEMORY_SORT_MAX) {
    const ids = await sortProductIds(db, pluckIds(await selectMatchingIds(db, conditions).execute()), order);
    return toListingPage(db, slicePage(ids, offset), total, page, detail);
  }
  return toListingPage(db, await walkProducts(db, toSqlConditions(db, conditions), { order, offset }), total, page, detail);
}

/** The newest products on sale. */
export const listNewestProducts = async (db: Db, limit: number): Promise<Product[]> =>
  findProductsById(db, await walkProducts(db, [onSaleCondition], { order: 'newest', limit }));
