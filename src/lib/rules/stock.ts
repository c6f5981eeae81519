import type { Product } from '#lib/contract/catalogue.ts';

/** Units that can be bought, over all sizes. */
export const countAvailableUnits = (product: Product): number =>
  product.variants.length > 0
    ? product.variants.reduce((sum, variant) => sum + Math.max(0, variant.stock), 0)
    : product.product_stock;

/** From how few units a shopper is told. */
const FEW = 5;

/** What a card says of the stock, when there is something to say. */
export function stockNote(product: Product): string | undefined {
  const left = countAvailableUnits(product);
  if (left <= 0) return 'Sold out';
  return left <= FEW ? `Only ${left} left` : undefined;
}

/** Whether sizes differ in price, so that the product's price is only the lowest. */
export const hasPriceRange = (product: Product): boolean =>
  product.variants.some((variant) => variant.final_price !== product.final_price);
