import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { NumberColumn } from './growing-column.ts';
import type { MatchCache } from './match-cache.ts';

/** Sort orders that are stored; `price_desc` is `price_asc` backwards. */
export type StoredOrder = Exclude<SortOrder, 'price_desc'>;

/** The sizes of variants. Variants name them by code, an index into `labels`. */
export interface SizeCodes {
  /** Codes by the size with its case folded. */
  codes: ReadonlyMap<string, number>;
  /** The most common spelling of each. */
  labels: readonly string[];
}

/**
 * What listings filter and sort by, of every product on sale, in typed arrays: one pass over a million products takes milliseconds. A row is
 * the index of a product in the order of ids.
 */
export interface ProductColumns {
  /** The assortment revision to which all but the stock belongs. */
  assortment: number;
  /** The listing revision to which the stock belongs. */
  listing: number;
  /** Product ids, ascending. */
  ids: NumberColumn;
  /** Paise. */
  prices: NumberColumn;
  /** Indexes into `categoryIds`. */
  categories: NumberColumn;
  categoryIds: readonly number[];
  /** 1 for a product in stock. */
  inStock: NumberColumn;
  /** The variants of a row are those from its own index to that of the next row. */
  variantStart: NumberColumn;
  /** Twice the size code of each variant on sale with a size, plus 1 if it is in stock. */
  variants: NumberColumn;
  sizes: SizeCodes;
  /** Rows in each order. */
  order: Record<StoredOrder, NumberColumn>;
  /** Totals of filters, by their JSON: those that do not depend on stock, and those that do. */
  totals: Record<'ofAssortment' | 'byStock', Map<string, number>>;
  /** Matches of searches by their words. */
  matches: MatchCache;
}

/** The row of a product; undefined when it is not on sale. */
export function findRow(ids: NumberColumn, id: number): number | undefined {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** The rows of products, in the order of their ids given; without those that are not on sale. */
export function findRows(ids: NumberColumn, wanted: readonly number[] | Uint32Array): Uint32Array {
  const rows = new Uint32Array(wanted.length);
  let found = 0;
  for (const id of wanted) {
    const row = findRow(ids, id);
    if (row !== undefined) rows[found++] = row;
  }
  return found === rows.length ? rows : rows.slice(0, found);
}

/** A variant in the column `variants`. */
export const packVariant = (sizeCode: number, inStock: number): number => sizeCode * 2 + inStock;
