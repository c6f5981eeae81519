import type { Order } from '#lib/contract/orders.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { toPaise } from './money.ts';

/** The totals of a cart, checkout or order. Every amount is integer paise, and prices include all taxes. */

/** The store's charges for one checkout, in paise. */
export interface Charges {
  shipping: number;
  /** Items total from which shipping is free; null if it never is. */
  freeFrom: number | null;
  codFee: number;
}

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

/** Shipping is free and there is no fee unless the owner sets them (specification 2.8). */
export const noCharges: Charges = { shipping: 0, freeFrom: null, codFee: 0 };

/** Converts charges from rupees of the wire. */
export function toCharges(sent: ShippingCharges | undefined): Charges {
  if (!sent) return noCharges;
  const { charge, free_from, cod_fee } = sent;
  return {
    shipping: toPaise(charge),
    freeFrom: free_from === undefined ? null : toPaise(free_from),
    codFee: cod_fee === undefined ? 0 : toPaise(cod_fee),
  };
}

/** The totals of an order on the wire. */
export const toTotals = (order: Order): Amounts => ({
  items: toPaise(order.price),
  discount: toPaise(order.discount_amount),
  shipping: toPaise(order.shipping_amount ?? '0.00'),
  codFee: toPaise(order.cod_fee ?? '0.00'),
  total: toPaise(order.final_amount),
});

/** Shipping for an items total before the discount. */
export const shippingFor = (items: number, { shipping, freeFrom }: Charges): number =>
  freeFrom !== null && items >= freeFrom ? 0 : shipping;

/** The cash on delivery fee on top of `payable` paise; none when there is nothing to collect. */
export const codFeeFor = (payable: number, { codFee }: Charges): number => (payable > 0 ? codFee : 0);

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
