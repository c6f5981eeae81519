import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';
import { listMatching } from '#lib/rules/product/options.ts';
import { NO_PRICE, percentOff } from '#lib/site/price.ts';

/** The offer that the buy box shows: the lowest of the variants with these choices, with "From" when they differ in price. */
export function findShownOffer(product: Product, chosen: readonly string[]) {
  const matching = listMatching(product.variants, chosen);
  const offered = matching.length > 0 ? matching : product.variants;
  const prices = offered.map((one) => toPaise(one.final_price));
  const lowest = offered.find((one) => toPaise(one.final_price) === Math.min(...prices));
  const { final_price, mrp } = lowest ?? product;
  const saleEnds = new Set((offered.length > 0 ? offered : [product]).map(({ sale_ends_at }) => sale_ends_at));
  const hasRange = new Set(prices).size > 1;
  const price = formatRupees(final_price);
  return {
    price: product.unpriced ? NO_PRICE : hasRange ? t('From {price}', { price }) : price,
    mrp: product.unpriced ? '' : formatRupees(mrp),
    /** Per cent below the MRP. */
    off: percentOff(final_price, mrp),
    /** When the sale of all of them ends; undefined without one. */
    saleEnds: saleEnds.size === 1 ? [...saleEnds][0] : undefined,
  };
}

export type ShownOffer = ReturnType<typeof findShownOffer>;
