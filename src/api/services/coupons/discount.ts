/** How much a coupon takes off. */
export interface Discount {
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
}

/** What a coupon takes off a cart of `total` paise: never more than the cart costs; a percentage is rounded down to the paisa. */
export const calculateDiscount = ({ kind, value }: Discount, total: number): number =>
  Math.min(total, kind === 'percent' ? Math.floor((total * value) / 100) : value);

/**
 * Spreads a discount over orders of the given prices, all in paise, in proportion and to the last paisa: each gets its share rounded
 * down, and what is left over goes, paisa by paisa, to those who lost most by the rounding. No share is larger than its price.
 */
export function spreadDiscount(discount: number, prices: readonly number[]): number[] {
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (total === 0) return prices.map(() => 0);
  // In BigInt, since discount times price can pass what a double holds exactly.
  const products = prices.map((price) => BigInt(discount) * BigInt(price));
  const shares = products.map((product) => Number(product / BigInt(total)));
  const lost = products.map((product, i) => ({ i, remainder: product % BigInt(total) }));
  lost.sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  const left = discount - shares.reduce((sum, share) => sum + share, 0);
  for (const { i } of lost.slice(0, left)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}
