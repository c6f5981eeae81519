import type { Tx } from '#api/database/schema/engine.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { ORDER_CANCELLED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { noCharges, shippingFor } from '#lib/rules/charges.ts';
import type { Amounts } from '#lib/rules/totals.ts';
import { type CheckoutTerms, recalculateRemaining } from './remaining-amounts.ts';

/** An order with another total after the cancellation of an order of the same checkout. Paise. */
export interface ChangedOrder {
  order_number: string;
  final_amount: number;
}

interface AmountColumns {
  price: number;
  discount_amount: number;
  prepaid_discount: number;
  shipping_amount: number;
  cod_fee: number;
  final_amount: number;
}

/** The columns of an order's amounts. */
export const amountColumns = [
  'price',
  'discount_amount',
  'prepaid_discount',
  'shipping_amount',
  'cod_fee',
  'final_amount',
] as const;

const toAmounts = (row: AmountColumns): Amounts => ({
  items: row.price,
  discount: row.discount_amount,
  prepaidDiscount: row.prepaid_discount,
  shipping: row.shipping_amount,
  codFee: row.cod_fee,
  total: row.final_amount,
});

/** Reads what a checkout was charged by; `shipping` is what its orders have, where it did not record how that was worked out. */
async function readTerms(tx: Tx, checkoutId: number, shipping: number): Promise<CheckoutTerms> {
  const checkout = await tx
    .selectFrom('checkout')
    .select(['shipping_charge', 'free_shipping_from'])
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  const coupon = await tx
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .select(['kind', 'value', 'minimum'])
    .where('checkout_id', '=', checkoutId)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
  const { shipping_charge, free_shipping_from } = checkout;
  const charges = { ...noCharges, shipping: shipping_charge ?? shipping, freeFrom: free_shipping_from };
  return { coupon, shippingFor: (items) => shippingFor(items, charges) };
}

/**
 * Works out the amounts of the orders that stay when `cancelled` orders of their checkout have been cancelled (see `recalculateRemaining`),
 * stores them, and releases the coupon use when none of them has a discount any more. Returns the changed orders and by how much their totals
 * have grown together, which is not refunded. Expects the customer to be locked.
 */
export async function changeRemainingOrders(
  tx: Tx,
  checkoutId: number,
  cancelled: readonly AmountColumns[],
): Promise<{ changed: ChangedOrder[]; kept: number }> {
  const staying = await tx
    .selectFrom('orders')
    .leftJoin('invoice', 'invoice.order_id', 'orders.id')
    .select(['orders.id', 'order_number', 'invoice.number as invoice', ...amountColumns])
    .where('checkout_id', '=', checkoutId)
    .where('status', 'not in', [ORDER_CANCELLED, ORDER_RETURNED])
    .orderBy('orders.id')
    .execute();
  const open = staying.filter(({ invoice }) => invoice === null);
  const invoiced = staying.filter(({ invoice }) => invoice !== null).map(toAmounts);
  const shipping = [...cancelled, ...staying].reduce((sum, { shipping_amount }) => sum + shipping_amount, 0);
  const amounts = recalculateRemaining({
    cancelled: cancelled.map(toAmounts),
    open: open.map(toAmounts),
    invoiced,
    terms: await readTerms(tx, checkoutId, shipping),
  });
  const changed: ChangedOrder[] = [];
  let kept = 0;
  for (const [i, { id, order_number, final_amount }] of open.entries()) {
    const { discount = 0, prepaidDiscount = 0, shipping = 0, codFee = 0, total = 0 } = amounts[i] ?? {};
    const row = {
      discount_amount: discount,
      prepaid_discount: prepaidDiscount,
      shipping_amount: shipping,
      cod_fee: codFee,
      final_amount: total,
    };
    await tx.updateTable('orders').set(row).where('id', '=', id).execute();
    kept += total - final_amount;
    if (total !== final_amount) changed.push({ order_number, final_amount: total });
  }
  if (![...amounts, ...invoiced].some(({ discount }) => discount > 0)) await releaseCouponUse(tx, checkoutId);
  return { changed, kept };
}
