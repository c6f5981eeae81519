/** In stock, out of stock, or all. */
export const STOCK_SIDES = ['in', 'out', 'all'] as const;
export type StockSide = (typeof STOCK_SIDES)[number];

/** By stock side: the products of a sub-category within the price range, and the lowest and highest price of any (paise). */
export type CategoryFigures = Record<`${StockSide}_count`, number> &
  Record<`${StockSide}_min` | `${StockSide}_max`, number | null>;
