import type { SearchMatches } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { flagRows } from '#api/services/columns/row-flags.ts';
import {
  type ColumnFilters,
  countMatchingRows,
  createRowFilter,
  flagCategories,
  getColumnTotal,
  type RowFilter,
  rowsInOrder,
  takeIds,
} from '#api/services/columns/select-rows.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import type { ResultPage, SearchQuery } from './ranking.ts';

/** Moves rows of these sub-categories to the front; otherwise they keep their order. */
function preferFirst(columns: ProductColumns, rows: Uint32Array, preferred: readonly number[]): Uint32Array[] {
  const flags = flagCategories(columns, preferred);
  const isPreferred: RowFilter = (row) => flags[columns.categories[row] as number] === 1;
  return [rows.filter(isPreferred), rows.filter((row) => !isPreferred(row))];
}

/** Takes the page from parts in turn. */
function takeFromParts(
  columns: ProductColumns,
  parts: readonly Uint32Array[],
  filter: RowFilter | undefined,
  offset: number,
): number[] {
  const ids: number[] = [];
  let skip = offset;
  for (const rows of parts) {
    const size = countMatchingRows(filter, [rows]);
    if (skip < size) ids.push(...takeIds(columns, { rows }, filter, { offset: skip, limit: PRODUCTS_PER_PAGE - ids.length }));
    if (ids.length === PRODUCTS_PER_PAGE) break;
    skip = Math.max(0, skip - size);
  }
  return ids;
}

/** Matches the rows of parts, until the next search. */
function matchParts(columns: ProductColumns, parts: readonly Uint32Array[]): RowFilter {
  const isMatch = flagRows(columns, parts);
  return (row) => isMatch[row] === 1;
}

/** A page of the rows that match a search, in the order of a query on the database. */
export function findPageInColumns(
  columns: ProductColumns,
  { parts, isScored }: SearchMatches,
  filters: ColumnFilters,
  query: Pick<SearchQuery, 'cacheKey' | 'preferredSubCategories' | 'sortBy' | 'offset'>,
): ResultPage {
  const { cacheKey, preferredSubCategories, sortBy, offset } = query;
  const filter = createRowFilter(columns, filters);
  const total = getColumnTotal(columns, cacheKey, filters, () => countMatchingRows(filter, parts));
  if (total <= offset) return { ids: [], total };
  if (sortBy) {
    const isMatch = matchParts(columns, parts);
    const page = { offset, limit: Math.min(PRODUCTS_PER_PAGE, total - offset) };
    const wanted: RowFilter = filter ? (row) => isMatch(row) && filter(row) : isMatch;
    return { ids: takeIds(columns, rowsInOrder(columns, sortBy), wanted, page), total };
  }
  const ranked = isScored ? parts.flatMap((rows) => preferFirst(columns, rows, preferredSubCategories)) : parts;
  return { ids: takeFromParts(columns, ranked, filter, offset), total };
}
