import type { ParsedFilters } from '#api/services/catalogue/filters.ts';
import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { NumberColumn } from './growing-column.ts';
import type { ProductColumns } from './product-columns.ts';

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

/** Matches rows with a variant of these sizes, by its stock if the filters ask for one. */
function matchSizes(columns: ProductColumns, { sizes, stockOperator }: ColumnFilters): RowFilter {
  const { variantStart, variants } = columns;
  const flags = flagSizes(columns, sizes);
  const stock = stockOperator === undefined ? undefined : stockOperator === '>' ? 1 : 0;
  return (row) => {
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) {
      const variant = variants[i] as number;
      if (flags[variant >>> 1] === 1 && (stock === undefined || (variant & 1) === stock)) return true;
    }
    return false;
  };
}

/** Builds the condition of filters on rows; undefined when they exclude nothing. */
export function createRowFilter(columns: ProductColumns, filters: ColumnFilters): RowFilter | undefined {
  const { subCategoryIds, minPrice, maxPrice, sizes, stockOperator } = filters;
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
  else if (stockOperator) {
    const { inStock } = columns;
    const stock = stockOperator === '>' ? 1 : 0;
    conditions.push((row) => inStock[row] === stock);
  }
  const [first, ...others] = conditions;
  if (!first) return undefined;
  return others.reduce((before, condition) => (row) => before(row) && condition(row), first);
}

/** Counts the rows that match, all rows or some. */
export function countMatchingRows(
  { ids }: Pick<ProductColumns, 'ids'>,
  filter: RowFilter | undefined,
  rows?: readonly Uint32Array[],
): number {
  if (rows) {
    let total = 0;
    for (const some of rows) {
      if (!filter) total += some.length;
      else for (const row of some) if (filter(row)) total++;
    }
    return total;
  }
  if (!filter) return ids.length;
  let total = 0;
  for (let row = 0; row < ids.length; row++) if (filter(row)) total++;
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
