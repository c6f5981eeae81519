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

/** A variant in the column `variants`. */
export const packVariant = (spelling: number, inStock: number): number => spelling * 2 + inStock;
