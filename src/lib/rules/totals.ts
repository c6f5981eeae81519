import type { Order } from '#lib/contract/orders.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { type Charges, codFeeFor, shippingFor } from './charges.ts';
import { toPaise } from './money.ts';
import { splitAmount } from './split-amount.ts';

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
