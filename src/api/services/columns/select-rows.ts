import type { ParsedFilters } from '#api/services/filters/filters.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { NumberColumn } from './growing-column.ts';
import { type ProductColumns, packVariant } from './product-columns.ts';
import { combineVariants, flagRows, keepPrices, keepValues } from './row-flags.ts';

/** Whether a row matches. */
export type RowFilter = (row: number) => boolean;

/** Totals in each cache; crawlers may ask for any number of filter combinations. */
const MAX_TOTALS = 2000;

/** Filters of listings, without product ids. */
export type ColumnFilters = Omit<ParsedFilters, 'productIds'>;

/** Which spellings are of these sizes, by spelling code. */
export function flagSizes({ sizes }: ProductColumns, wanted: readonly string[]): Uint8Array {
  const codes = new Set(wanted.map((size) => sizes.codes.get(size)));
  return Uint8Array.from(sizes.sizeOf, (size) => (codes.has(size) ? 1 : 0));
}

/** Which categories are among these ids, by their index; all for undefined. */
export function flagCategories({ categoryIds }: ProductColumns, wanted: readonly number[] | undefined): Uint8Array {
  return Uint8Array.from(categoryIds, (id) => (wanted === undefined || wanted.includes(id) ? 1 : 0));
}

/** The value that a stock column has for a filter; undefined for all. */
export const wantedStock = ({ stockOperator }: ColumnFilters): 0 | 1 | undefined =>
  stockOperator === undefined ? undefined : stockOperator === '>' ? 1 : 0;

/** Which values of `variants` are of the wanted sizes and have the wanted stock. */
function flagVariants(columns: ProductColumns, filters: ColumnFilters): Uint8Array {
  const isWanted = flagSizes(columns, filters.sizes);
  const stock = wantedStock(filters);
  const flags = new Uint8Array(2 * isWanted.length);
  isWanted.forEach((wanted, spelling) => {
    for (const inStock of [0, 1]) if (stock === undefined || stock === inStock) flags[packVariant(spelling, inStock)] = wanted;
  });
  return flags;
}

/** Matches rows with a wanted variant. */
function matchSizes(columns: ProductColumns, filters: ColumnFilters): RowFilter {
  const { variantStart, variants } = columns;
  const flags = flagVariants(columns, filters);
  return (row) => {
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) if (flags[variants[i] as number] === 1) return true;
    return false;
  };
}

/** Builds the condition of filters on rows; undefined when they exclude nothing. */
export function createRowFilter(columns: ProductColumns, filters: ColumnFilters): RowFilter | undefined {
  const { subCategoryIds, minPrice, maxPrice, sizes } = filters;
  const stock = wantedStock(filters);
  const conditions: RowFilter[] = [];
  if (subCategoryIds) {
    const { categories } = columns;
    const flags = flagCategories(columns, subCategoryIds);
    conditions.push((row) => flags[categories[row] as number] === 1);
  }
  if (minPrice !== undefined || maxPrice !== undefined) {
    const { prices } = columns;
    const [min, max] = [minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY];
    conditions.push((row) => (prices[row] as number) >= min && (prices[row] as number) <= max);
  }
  if (sizes.length > 0) conditions.push(matchSizes(columns, filters));
  else if (stock !== undefined) {
    const { inStock } = columns;
    conditions.push((row) => inStock[row] === stock);
  }
  const [first, ...others] = conditions;
  if (!first) return undefined;
  return others.reduce((before, condition) => (row) => before(row) && condition(row), first);
}

/** Counts those of some rows that match. */
export function countMatchingRows(filter: RowFilter | undefined, parts: readonly Uint32Array[]): number {
  let total = 0;
  for (const rows of parts) {
    if (!filter) total += rows.length;
    else for (const row of rows) if (filter(row)) total++;
  }
  return total;
}

/** Counts all rows that match. */
export function countFilteredRows(columns: ProductColumns, filters: ColumnFilters): number {
  const { subCategoryIds, minPrice, maxPrice, sizes } = filters;
  const stock = wantedStock(filters);
  const flags = flagRows(columns);
  if (minPrice !== undefined || maxPrice !== undefined) keepPrices(flags, columns.prices, filters);
  if (subCategoryIds) keepValues(flags, columns.categories, flagCategories(columns, subCategoryIds));
  if (sizes.length > 0) combineVariants(flags, columns, flagVariants(columns, filters));
  else if (stock !== undefined) keepValues(flags, columns.inStock, Uint8Array.of(1 - stock, stock));
  let total = 0;
  for (let row = 0; row < flags.length; row++) total += flags[row] as number;
  return total;
}

/** Counts once per revision of what the filters depend on. */
export function getColumnTotal(
  { totals }: ProductColumns,
  key: unknown,
  { stockOperator }: ColumnFilters,
  count: () => number,
): number {
  const cache = stockOperator ? totals.byStock : totals.ofAssortment;
  const text = JSON.stringify(key);
  const total = cache.get(text) ?? count();
  if (cache.size >= MAX_TOTALS) cache.clear();
  cache.set(text, total);
  return total;
}

/** Rows in some order. */
export interface RowSequence {
  rows: NumberColumn;
  /** Whether they are meant backwards. */
  isBackwards?: boolean;
}

/** The rows of a sort order. */
export const rowsInOrder = ({ order }: ProductColumns, sortOrder: SortOrder): RowSequence =>
  sortOrder === 'price_desc' ? { rows: order.price_asc, isBackwards: true } : { rows: order[sortOrder] };

/** The product ids of the matching rows from `offset` on, at most `limit`. */
export function takeIds(
  { ids }: Pick<ProductColumns, 'ids'>,
  { rows, isBackwards = false }: RowSequence,
  filter: RowFilter | undefined,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const taken: number[] = [];
  let skip = filter ? offset : 0;
  for (let i = filter ? 0 : offset; i < rows.length && taken.length < limit; i++) {
    const row = rows[isBackwards ? rows.length - 1 - i : i] as number;
    if (filter && !filter(row)) continue;
    if (skip > 0) skip--;
    else taken.push(ids[row] as number);
  }
  return taken;
}
