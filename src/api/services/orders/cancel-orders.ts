import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { createRefundsFor } from '#api/services/payments/refunds.ts';
import { ORDER_CANCELLED, type OrderStatus } from '#lib/contract/order-status.ts';
import { readOrderUnits } from './order-units.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** Conditions of a cancellation, and the fields it sets. */
export interface OrderCancellation {
  /** Orders in any other status are left unchanged. */
  allowedStatuses: readonly OrderStatus[];
  /** Shown in the order's timeline. */
  reason: string;
  paymentStatus?: OrderTable['payment_status'];
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

/**
 * Cancels orders of one checkout: restores stock, releases the coupon use with the last order, issues credit notes, and creates refunds. Idempotent
 * and safe for concurrent calls. Expects the customer to be locked. Returns the ids of the orders that this call cancelled.
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
  await issueCreditNotes(tx, ids);
  await createRefundsFor(
    tx,
    checkoutId,
    cancelled.filter(({ payment_status }) => payment_status === 'paid'),
  );
  return ids;
}
