import type { Order } from '#lib/contract/orders.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { type Charges, codFeeFor, shippingFor } from './charges.ts';
import { toPaise } from './money.ts';

/** The totals of a cart, checkout or order. Every amount is integer paise, and prices include all taxes. */

/** Amounts of a checkout or order, in paise. */
export interface Amounts {
  /** Sum of the line items before the discount. */
  items: number;
  discount: number;
  shipping: number;
  codFee: number;
  /** What the customer pays: items − discount + shipping + cash on delivery fee. */
  total: number;
}

/** The totals of an order on the wire. */
export const toTotals = (order: Order): Amounts => ({
  items: toPaise(order.price),
  discount: toPaise(order.discount_amount),
  shipping: toPaise(order.shipping_amount ?? '0.00'),
  codFee: toPaise(order.cod_fee ?? '0.00'),
  total: toPaise(order.final_amount),
});

/** The totals of a checkout. A discount above the items total counts as that total: it never pays for charges. */
export function calculateTotals(checkout: {
  items: number;
  discount: number;
  paymentMethod: PaymentMethod;
  charges: Charges;
}): Amounts {
  const { items, charges } = checkout;
  const discount = Math.min(checkout.discount, items);
  const shipping = shippingFor(items, charges);
  const payable = items - discount + shipping;
  const codFee = checkout.paymentMethod === 'cod' ? codFeeFor(payable, charges) : 0;
  return { items, discount, shipping, codFee, total: payable + codFee };
}

/** Splits the totals of a checkout over its orders, whose items totals are `prices`. Every amount adds up exactly. */
export function splitTotals({ discount, shipping, codFee }: Amounts, prices: readonly number[]): Amounts[] {
  const discounts = splitAmount(discount, prices);
  const shippings = splitAmount(shipping, prices);
  const fees = splitAmount(codFee, prices);
  return prices.map((items, i) => {
    const share = { items, discount: discounts[i] ?? 0, shipping: shippings[i] ?? 0, codFee: fees[i] ?? 0 };
    return { ...share, total: share.items - share.discount + share.shipping + share.codFee };
  });
}

/** A coupon's discount. */
export interface Discount {
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
}

/** The discount on an items total: at most that total; a percentage is rounded down to the paisa. */
export const calculateDiscount = ({ kind, value }: Discount, items: number): number =>
  Math.min(items, kind === 'percent' ? Math.floor((items * value) / 100) : value);

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
