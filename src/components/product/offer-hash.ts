import type { Product } from '#lib/contract/catalogue.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/product/stock-notes.ts';
import { hashText } from '#lib/rules/text.ts';

const visibleStock = (stock: number): number => Math.max(0, Math.min(stock, MIN_UNDISCLOSED_STOCK));

/** A short hash of what pages show of a product's prices and stock: equal hashes need no update. */
export function hashOffer({ final_price, mrp, product_stock, variants }: Product): string {
  const sizes = variants.map((one) => [one.id, one.final_price, one.mrp, visibleStock(one.stock)]);
  return hashText(JSON.stringify([final_price, mrp, sizes.length > 0 ? sizes : visibleStock(product_stock)]));
}
