import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { NumberColumn } from './growing-column.ts';
import { MatchCache } from './match-cache.ts';
import type { Sizes } from './size-dictionary.ts';

/** Sort orders that are stored; `price_desc` is `price_asc` backwards. */
export type StoredOrder = Exclude<SortOrder, 'price_desc'>;

/**
 * What listings filter and sort by, of every product on sale, in typed arrays: one pass over a million products takes milliseconds. A row is
 * the index of a product in the order of ids.
 */
export interface ProductColumns {
  /** The assortment revision to which all but the stock belongs. */
  assortment: number;
  /** The listing revision to which the stock belongs. */
  listing: number;
  /** The stamp of that listing revision; undefined when it is not known. */
  stamp: string | undefined;
  /** The revision of the search index to which the matches of searches belong. */
  words: number;
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
  /** Twice the spelling code of each variant on sale with a size, plus 1 if it is in stock. */
  variants: NumberColumn;
  sizes: Sizes;
  /** Rows in each order. */
  order: Record<StoredOrder, NumberColumn>;
  /** Totals of filters, by their JSON: those that do not depend on stock, and those that do. */
  totals: Record<'ofAssortment' | 'byStock', Map<string, number>>;
  /** Matches of searches by their words. */
  matches: MatchCache;
}

/** Empty caches of what is computed from columns. */
export const emptyCaches = (): Pick<ProductColumns, 'totals' | 'matches'> => ({
  totals: { ofAssortment: new Map(), byStock: new Map() },
  matches: new MatchCache(),
});

/** The first row from `start` on whose id is not less than this one. Takes few steps when that is near. */
export function findInsertionRow(ids: NumberColumn, id: number, start = 0): number {
  let low = start;
  for (let step = 1; low + step <= ids.length && (ids[low + step - 1] as number) < id; step *= 2) low += step;
  let high = Math.min(ids.length, low + (low - start + 1));
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of a product; undefined when it is not on sale. */
export function findRow(ids: NumberColumn, id: number): number | undefined {
  const row = findInsertionRow(ids, id);
  return ids[row] === id ? row : undefined;
}

/** The rows of products, in the order of their ids given; without those that are not on sale. */
export function findRows(ids: NumberColumn, wanted: readonly number[] | Uint32Array): Uint32Array {
  const rows = new Uint32Array(wanted.length);
  const first = ids[0] ?? 0;
  // Without gaps between the ids, a row is the distance to the first id. Otherwise it is less, by at most the number of missing ids.
  const missing = (ids.at(-1) ?? 0) - first + 1 - ids.length;
  let found = 0;
  for (const id of wanted) {
    let high = Math.min(id - first, ids.length - 1);
    let low = Math.max(0, id - first - missing);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    if (ids[low] === id) rows[found++] = low;
  }
  return found === rows.length ? rows : rows.slice(0, found);
}

/** A variant in the column `variants`. */
export const packVariant = (spelling: number, inStock: number): number => spelling * 2 + inStock;
