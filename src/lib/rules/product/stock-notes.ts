import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';

/** At this many units or fewer, pages show how many are left. */
export const LOW_STOCK = 5;

/** Label of a product or size without stock. */
export const SOLD_OUT = t('Sold out');

/** Number of available units over all sizes. */
export const countAvailableUnits = (product: Product): number =>
  product.variants.length > 0 && product.variants_total === undefined
    ? product.variants.reduce((sum, variant) => sum + Math.max(0, variant.stock), 0)
    : product.product_stock;

/** "Only 5 left", or "Only 2 left in size 28" for one of several variants; undefined when stock is not low or sold out. */
export function lowStockNote(left: number, variant?: string): string | undefined {
  if (left <= 0 || left > LOW_STOCK) return undefined;
  return variant ? t('Only {count} left in {variant}', { count: left, variant }) : t('Only {count} left', { count: left });
}

/** Returns the stock label of a product card; undefined when stock is not low, or there is no price. */
export function stockNote(product: Product): string | undefined {
  if (product.unpriced) return undefined;
  const left = countAvailableUnits(product);
  return left <= 0 ? SOLD_OUT : lowStockNote(left);
}

/** Stocks of this many units or more look the same on every page. */
export const MIN_UNDISCLOSED_STOCK = LOW_STOCK + 1;

/** Stock fields of a reply as JSON. Quotation marks inside text are escaped, so text never matches. */
const stockFields = /"(stock|product_stock)":(\d+)(?=[,}])/g;

/** Replaces stock in a reply as JSON that pages do not tell apart by the same number. */
export const hideLargeStock = (reply: string): string =>
  reply.replace(stockFields, (_, name, count) => `"${name}":${Math.min(Number(count), MIN_UNDISCLOSED_STOCK)}`);
