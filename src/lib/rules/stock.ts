import type { Product } from '#lib/contract/catalogue.ts';

/** At this many units or fewer, pages show how many are left. */
export const LOW_STOCK = 5;

/** Stocks of this many units or more look the same on every page. */
export const MIN_UNDISCLOSED_STOCK = LOW_STOCK + 1;

/** Number of available units over all sizes. */
export const countAvailableUnits = (product: Product): number =>
  product.variants.length > 0
    ? product.variants.reduce((sum, variant) => sum + Math.max(0, variant.stock), 0)
    : product.product_stock;

/** Returns the stock label of a product card; undefined when stock is not low. */
export function stockNote(product: Product): string | undefined {
  const left = countAvailableUnits(product);
  if (left <= 0) return 'Sold out';
  return left <= LOW_STOCK ? `Only ${left} left` : undefined;
}
