/**
 * Splits an amount over orders in proportion to their prices, by the largest remainder method: the shares add up to the amount. No share
 * exceeds its price unless the amount exceeds their sum. If every price is 0, the first order gets all.
 */
export function splitAmount(amount: number, prices: readonly number[]): number[] {
  const sum = prices.reduce((all, price) => all + price, 0);
  if (sum === 0) return prices.map((_, i) => (i === 0 ? amount : 0));
  // BigInt, because amount × price can exceed the largest safe integer.
  const products = prices.map((price) => BigInt(amount) * BigInt(price));
  const shares = products.map((product) => Number(product / BigInt(sum)));
  const remainders = products.map((product, i) => ({ i, remainder: product % BigInt(sum) }));
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  const leftover = amount - shares.reduce((all, share) => all + share, 0);
  for (const { i } of remainders.slice(0, leftover)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}
