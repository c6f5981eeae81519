import type { Tx } from '#api/database/open.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { restoreStock, type VariantUnits } from '#api/services/catalogue/stock.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { createRefunds } from '#api/services/payments/refunds.ts';
import type { OrderStatus } from '#lib/contract/orders.ts';

export const PAYMENT_PENDING: OrderStatus = 'payment is pending';
export const ORDER_PLACED: OrderStatus = 'order has been placed';
export const ORDER_DELIVERED: OrderStatus = 'order is delivered';
export const ORDER_CANCELLED: OrderStatus = 'order is cancelled';

/** What of an order changes when it is called off. */
export interface OrderCancellation {
  /** The statuses it may be in; in any other it stays as it is. */
  allowedStatuses: readonly OrderStatus[];
  /** Why, as its timeline says it. */
  reason: string;
  paymentStatus?: OrderTable['payment_status'];
}

/** The units that orders hold, each variant once. */
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

/** Gives the coupon's use back once no order of the checkout stands any more. */
async function returnUseOfLast(tx: Tx, checkoutId: number): Promise<void> {
  const standing = await tx
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('status', '<>', ORDER_CANCELLED)
    .executeTakeFirst();
  if (!standing) await releaseCouponUse(tx, checkoutId);
}

/** What was paid for called-off orders goes back; where a coupon covered everything, nothing was paid. */
async function oweRefundFor(tx: Tx, checkoutId: number, orders: readonly { id: number; final_amount: number }[]): Promise<void> {
  if (orders.length === 0) return;
  const payment = await tx.selectFrom('payment').select('id').where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (payment) await createRefunds(tx, payment.id, orders);
}

/**
 * Calls orders of one checkout off: their stock comes back, with the last of them the coupon's use, and what was paid is owed back; each
 * once, however often and by however many at once this is asked for. Expects the customer to be locked. Returns the ids of those that
 * it called off.
 */
export async function cancelOrders(
  tx: Tx,
  checkoutId: number,
  orderIds: readonly number[],
  { allowedStatuses: from, reason, paymentStatus }: OrderCancellation,
): Promise<number[]> {
  const closed = await tx
    .updateTable('orders')
    .set({ status: ORDER_CANCELLED, ...(paymentStatus && { payment_status: paymentStatus }) })
    .where('id', 'in', orderIds)
    .where('status', 'in', from)
    .returning(['id', 'final_amount', 'payment_status'])
    .execute();
  if (closed.length === 0) return [];
  const ids = closed.map(({ id }) => id);
  const at = new Date().toISOString();
  await tx
    .insertInto('order_event')
    .values(ids.map((id) => ({ order_id: id, status: ORDER_CANCELLED, at, reason })))
    .execute();
  await returnUseOfLast(tx, checkoutId);
  await restoreStock(tx, await readOrderUnits(tx, ids));
  await oweRefundFor(
    tx,
    checkoutId,
    closed.filter(({ payment_status }) => payment_status === 'paid'),
  );
  return ids;
}
