import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';
import { NO_PRICE, percentOff } from '#lib/rules/product/price.ts';

/** The offer that the buy box shows: that of the chosen variant, else the lowest, with "From" when variants differ in price. */
export function findShownOffer(product: Product, variant: Variant | undefined) {
  const prices = product.variants.map((one) => toPaise(one.final_price));
  const lowest = product.variants.find((one) => toPaise(one.final_price) === Math.min(...prices));
  const { final_price, mrp } = variant ?? lowest ?? product;
  const hasRange = !variant && new Set(prices).size > 1;
  const price = formatRupees(final_price);
  return {
    price: product.unpriced ? NO_PRICE : hasRange ? t('From {price}', { price }) : price,
    mrp: product.unpriced ? '' : formatRupees(mrp),
    /** Per cent below the MRP. */
    off: percentOff(final_price, mrp),
  };
}

export type ShownOffer = ReturnType<typeof findShownOffer>;
