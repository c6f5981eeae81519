import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { restoreStock, type VariantUnits } from '#api/services/catalogue/stock.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { createRefunds } from '#api/services/payments/refunds.ts';
import { ORDER_CANCELLED, ORDER_RETURNED, type OrderStatus } from '#lib/contract/order-status.ts';
import { addTimelineEvents } from './timeline.ts';

/** Conditions of a cancellation, and the fields it sets. */
export interface OrderCancellation {
  /** Orders in any other status are left unchanged. */
  allowedStatuses: readonly OrderStatus[];
  /** Shown in the order's timeline. */
  reason: string;
  paymentStatus?: OrderTable['payment_status'];
}

/** The units of orders, summed by variant. */
export async function readOrderUnits(tx: Tx, orderIds: readonly number[]): Promise<VariantUnits[]> {
  const items = await tx
    .selectFrom('order_item')
    .select(['product_id', 'variant_id', 'quantity'])
    .where('order_id', 'in', orderIds)
    .execute();
  const byVariant = Map.groupBy(items, (item) => item.variant_id);
  return [...byVariant.values()].flatMap(([first, ...others]) =>
    first ? { ...first, quantity: others.reduce((sum, { quantity }) => sum + quantity, first.quantity) } : [],
  );
}

/** Releases the checkout's coupon use once all of its orders are cancelled. */
async function releaseCouponUseOfLast(tx: Tx, checkoutId: number): Promise<void> {
  const active = await tx
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('status', '<>', ORDER_CANCELLED)
    .executeTakeFirst();
  if (!active) await releaseCouponUse(tx, checkoutId);
}

/** Creates refunds for paid orders; a checkout that a coupon covered entirely has no payment to refund. */
async function createRefundsFor(
  tx: Tx,
  checkoutId: number,
  orders: readonly { id: number; final_amount: number }[],
): Promise<void> {
  if (orders.length === 0) return;
  const payment = await tx.selectFrom('payment').select('id').where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (payment) await createRefunds(tx, payment.id, orders);
}

/**
 * Cancels orders of one checkout: restores stock, releases the coupon use with the last order, and creates refunds. Idempotent and safe
 * for concurrent calls. Expects the customer to be locked. Returns the ids of the orders that this call cancelled.
 */
export async function cancelOrders(
  tx: Tx,
  checkoutId: number,
  orderIds: readonly number[],
  { allowedStatuses, reason, paymentStatus }: OrderCancellation,
): Promise<number[]> {
  const cancelled = await tx
    .updateTable('orders')
    .set({ status: ORDER_CANCELLED, ...(paymentStatus && { payment_status: paymentStatus }) })
    .where('id', 'in', orderIds)
    .where('status', 'in', allowedStatuses)
    .returning(['id', 'final_amount', 'payment_status'])
    .execute();
  if (cancelled.length === 0) return [];
  const ids = cancelled.map(({ id }) => id);
  await addTimelineEvents(tx, ids, { status: ORDER_CANCELLED, reason });
  await releaseCouponUseOfLast(tx, checkoutId);
  await restoreStock(tx, await readOrderUnits(tx, ids));
  await createRefundsFor(
    tx,
    checkoutId,
    cancelled.filter(({ payment_status }) => payment_status === 'paid'),
  );
  return ids;
}

/**
 * Records that a parcel came back: restores its stock, creates the refund of a paid order, and marks cash on delivery as not collected. The
 * coupon stays used. Expects the customer to be locked.
 */
export async function returnOrder(
  tx: Tx,
  { id, checkout_id, payment_status }: { id: number; checkout_id: number; payment_status: string },
  reason: string | undefined,
): Promise<void> {
  const isPaid = payment_status === 'paid';
  const { final_amount } = await tx
    .updateTable('orders')
    .set({ status: ORDER_RETURNED, ...(!isPaid && { payment_status: 'failed' }) })
    .where('id', '=', id)
    .returning('final_amount')
    .executeTakeFirstOrThrow();
  await addTimelineEvents(tx, [id], { status: ORDER_RETURNED, reason: reason ?? null });
  await restoreStock(tx, await readOrderUnits(tx, [id]));
  if (isPaid) await createRefundsFor(tx, checkout_id, [{ id, final_amount }]);
}
