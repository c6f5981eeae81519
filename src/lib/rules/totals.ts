import { MIN_PREPAID_RUPEES } from '#lib/contract/limits.ts';
import type { Order } from '#lib/contract/orders.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import type { PrepaidDiscount } from '#lib/contract/store.ts';
import { type Charges, codFeeFor, shippingFor } from './charges.ts';
import { PAISE_PER_RUPEE, toPaise } from './money.ts';

/** The totals of a cart, checkout or order. Every amount is integer paise, and prices include all taxes. */

/** Amounts of a checkout or order, in paise. */
export interface Amounts {
  /** Sum of the line items before the discount. */
  items: number;
  /** Of the coupon. */
  discount: number;
  /** For paying ahead. */
  prepaidDiscount: number;
  shipping: number;
  codFee: number;
  /** What the customer pays: see `sumUp`. */
  total: number;
}

/** What the customer pays: items − discount − discount for paying ahead + shipping + cash on delivery fee. */
export const sumUp = (amounts: Omit<Amounts, 'total'>): Amounts => {
  const { items, discount, prepaidDiscount, shipping, codFee } = amounts;
  return { ...amounts, total: items - discount - prepaidDiscount + shipping + codFee };
};

/** The totals of an order on the wire. */
export const toTotals = (order: Order): Amounts => ({
  items: toPaise(order.price),
  discount: toPaise(order.discount_amount),
  prepaidDiscount: toPaise(order.prepaid_discount ?? '0.00'),
  shipping: toPaise(order.shipping_amount ?? '0.00'),
  codFee: toPaise(order.cod_fee ?? '0.00'),
  total: toPaise(order.final_amount),
});

/**
 * The totals of a checkout. A discount above the items total counts as that total: it never pays for charges. `prepaidOffer` is what the
 * store gives for paying ahead.
 */
export function calculateTotals(checkout: {
  items: number;
  discount: number;
  prepaidOffer?: Discount | undefined;
  paymentMethod: PaymentMethod;
  charges: Charges;
}): Amounts {
  const { items, prepaidOffer, paymentMethod, charges } = checkout;
  const discount = Math.min(checkout.discount, items);
  const shipping = shippingFor(items, charges);
  const payable = items - discount + shipping;
  const isPrepaid = paymentMethod === 'prepaid';
  const prepaidDiscount = isPrepaid && prepaidOffer ? prepaidDiscountFor(prepaidOffer, items - discount, payable) : 0;
  return sumUp({ items, discount, prepaidDiscount, shipping, codFee: isPrepaid ? 0 : codFeeFor(payable, charges) });
}

/**
 * What paying ahead saves, in paise, on items of `items` after the coupon in a checkout of `payable`. It never pays for charges, and leaves
 * the least that can be paid online, because without a payment nothing is paid ahead.
 */
function prepaidDiscountFor(offer: Discount, items: number, payable: number): number {
  const most = payable - MIN_PREPAID_RUPEES * PAISE_PER_RUPEE;
  return Math.max(0, Math.min(calculateDiscount(offer, items), most));
}

/**
 * Splits the totals of a checkout over its orders, whose items totals are `prices`. Every amount adds up exactly. What paying ahead saves is
 * split by what the items cost after the coupon, so that no order has more discount than items.
 */
export function splitTotals({ discount, prepaidDiscount, shipping, codFee }: Amounts, prices: readonly number[]): Amounts[] {
  const discounts = splitAmount(discount, prices);
  const rests = prices.map((price, i) => price - (discounts[i] ?? 0));
  const prepaidDiscounts = splitAmount(prepaidDiscount, rests);
  const shippings = splitAmount(shipping, prices);
  const fees = splitAmount(codFee, prices);
  return prices.map((items, i) =>
    sumUp({
      items,
      discount: discounts[i] ?? 0,
      prepaidDiscount: prepaidDiscounts[i] ?? 0,
      shipping: shippings[i] ?? 0,
      codFee: fees[i] ?? 0,
    }),
  );
}

/** The discount of a coupon, or for paying ahead. */
export interface Discount {
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
}

/** The discount for paying ahead of a store's wire; undefined for none. */
export function toPrepaidOffer(sent: PrepaidDiscount | undefined): Discount | undefined {
  if (sent?.percent !== undefined) return { kind: 'percent', value: sent.percent };
  return sent?.amount === undefined ? undefined : { kind: 'amount', value: toPaise(sent.amount) };
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
