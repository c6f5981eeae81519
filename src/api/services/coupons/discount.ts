/** A coupon's discount. */
export interface Discount {
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
}

/** The discount in paise on a cart of `total` paise: at most the total; a percentage is rounded down to the paisa. */
export const calculateDiscount = ({ kind, value }: Discount, total: number): number =>
  Math.min(total, kind === 'percent' ? Math.floor((total * value) / 100) : value);

/**
 * Spreads a discount over orders in proportion to their prices, all in paise, by the largest remainder method: the shares add up to the
 * discount, and no share exceeds its price.
 */
export function spreadDiscount(discount: number, prices: readonly number[]): number[] {
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (total === 0) return prices.map(() => 0);
  // BigInt, because discount × price can exceed the largest safe integer.
  const products = prices.map((price) => BigInt(discount) * BigInt(price));
  const shares = products.map((product) => Number(product / BigInt(total)));
  const remainders = products.map((product, i) => ({ i, remainder: product % BigInt(total) }));
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  const leftover = discount - shares.reduce((sum, share) => sum + share, 0);
  for (const { i } of remainders.slice(0, leftover)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}
