import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_PROCESSED,
  ORDER_READY,
  type OrderStatus,
  orderStatuses,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';
import { cancelLockedOrder } from './cancellation.ts';
import { normaliseOrderNumber } from './number.ts';
import { addTimelineEvents } from './timeline.ts';

/** An order only moves to a status of a higher rank, and may skip ranks. */
const statusRank: Record<OrderStatus, number> = {
  [PAYMENT_PENDING]: 0,
  [ORDER_PLACED]: 1,
  [ORDER_CONFIRMED]: 2,
  [ORDER_DISPATCHED]: 3,
  [ORDER_PROCESSED]: 3,
  [ORDER_READY]: 4,
  [ORDER_OUT_FOR_DELIVERY]: 5,
  [ORDER_DELIVERED]: 6,
  [ORDER_CANCELLED]: 7,
};

/** The owner may cancel any order that is not delivered, such as a parcel that came back. */
const cancellableByOwner = orderStatuses.filter((status) => statusRank[status] < statusRank[ORDER_DELIVERED]);

/** The statuses to which the owner may move an order. Only its payment places an order that awaits payment. */
export function listNextStatuses(status: OrderStatus): OrderStatus[] {
  if (status === ORDER_DELIVERED || status === ORDER_CANCELLED) return [];
  if (status === PAYMENT_PENDING) return [ORDER_CANCELLED];
  return orderStatuses.filter((next) => statusRank[next] > statusRank[status]);
}

/** A status change that the order's current status does not allow. */
export class StatusTransitionError extends Error {}

/**
 * Sets an order's status for the owner. Cancelling restores stock and coupon use and creates a refund; delivering marks cash on delivery
 * as paid. Returns false for an unknown order. Throws `StatusTransitionError` when the current status does not allow the change.
 */
export async function setOrderStatus(tx: Tx, orderNumber: string, status: OrderStatus, reason?: string): Promise<boolean> {
  const query = tx.selectFrom('orders').where('order_number', '=', normaliseOrderNumber(orderNumber));
  const found = await query.select('customer_id').executeTakeFirst();
  if (!found) return false;
  await lockCustomer(tx, found.customer_id);
  const order = await query.select(['id', 'checkout_id', 'status', 'payment_status']).executeTakeFirstOrThrow();
  const allowed = listNextStatuses(order.status as OrderStatus);
  if (!allowed.includes(status)) {
    const choices = allowed.length > 0 ? `It can become: ${allowed.join(', ')}.` : 'This status is final.';
    throw new StatusTransitionError(`"${order.status}" cannot become "${status}". ${choices}`);
  }
  if (status === ORDER_CANCELLED) await cancelLockedOrder(tx, order, reason ?? 'Cancelled by the shop', cancellableByOwner);
  else {
    const isPaid = status === ORDER_DELIVERED && order.payment_status === 'pending';
    await tx
      .updateTable('orders')
      .set({ status, ...(isPaid && { payment_status: 'paid' }) })
      .where('id', '=', order.id)
      .execute();
    await addTimelineEvents(tx, [order.id], { status, reason: reason ?? null });
  }
  return true;
}
