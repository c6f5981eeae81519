import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { toPaise } from '#lib/rules/money.ts';

/** Discount on the MRP in whole percent, rounded down; 0 if the price is not lower. */
export function percentOff(price: string, mrp: string): number {
  const mrpPaise = toPaise(mrp);
  const pricePaise = toPaise(price);
  return mrpPaise > pricePaise ? Math.floor(((mrpPaise - pricePaise) * 100) / mrpPaise) : 0;
}

/** Shown in place of a price that the store does not tell; the product cannot be bought then. */
export const NO_PRICE = t('Price not available');

/** Whether sizes differ in price; the product's own price is then the lowest. */
export const hasPriceRange = (product: Product): boolean =>
  product.variants.some((variant) => variant.final_price !== product.final_price);
