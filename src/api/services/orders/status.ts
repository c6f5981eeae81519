import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import type { OrderStatus } from '#lib/contract/orders.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED } from './bulk-cancellation.ts';
import { cancelLockedOrder } from './cancellation.ts';

/** How far on its way an order of each status is: it only moves forward, and may skip steps. */
const step: Record<OrderStatus, number> = {
  'payment is pending': 0,
  'order has been placed': 1,
  'order is confirmed': 2,
  'order has been dispatched from retailer': 3,
  'order is processed by wholesaler': 3,
  'order is ready for pickup': 4,
  'order is out for delivery': 5,
  'order is delivered': 6,
  'order is cancelled': 7,
};

/** What the owner may call off: all that has not been delivered, even what came back from its way. */
const openStatuses = (Object.keys(step) as OrderStatus[]).filter((status) => step[status] < step[ORDER_DELIVERED]);

/** The statuses that an owner may give an order of this one. Only its payment places an order that waits for it. */
export function listNextStatuses(status: OrderStatus): OrderStatus[] {
  if (status === ORDER_DELIVERED || status === ORDER_CANCELLED) return [];
  if (status === 'payment is pending') return [ORDER_CANCELLED];
  return (Object.keys(step) as OrderStatus[]).filter((next) => step[next] > step[status]);
}

/** The owner asked for a step that an order cannot take. */
export class StatusTransitionError extends Error {}

/**
 * Moves an order on as its owner says; cancelling brings stock, coupon and what was paid back, and a delivered order has been paid.
 * Returns false when there is no such order. Throws `StepRefused` when its status does not allow the step.
 */
export async function setOrderStatus(tx: Tx, orderNumber: string, status: OrderStatus, reason?: string): Promise<boolean> {
  const find = tx.selectFrom('orders').where('order_number', '=', orderNumber.trim().toUpperCase());
  const found = await find.select('customer_id').executeTakeFirst();
  if (!found) return false;
  await lockCustomer(tx, found.customer_id);
  const order = await find.select(['id', 'checkout_id', 'status', 'payment_status']).executeTakeFirstOrThrow();
  const allowed = listNextStatuses(order.status as OrderStatus);
  if (!allowed.includes(status)) {
    const choices = allowed.length > 0 ? `It can become: ${allowed.join(', ')}.` : 'That is where it stays.';
    throw new StatusTransitionError(`"${order.status}" cannot become "${status}". ${choices}`);
  }
  if (status === ORDER_CANCELLED) await cancelLockedOrder(tx, order, reason ?? 'Cancelled by the shop', openStatuses);
  else {
    const paid = status === ORDER_DELIVERED && order.payment_status === 'pending' ? { payment_status: 'paid' as const } : {};
    await tx
      .updateTable('orders')
      .set({ status, ...paid })
      .where('id', '=', order.id)
      .execute();
    const event = { order_id: order.id, status, at: new Date().toISOString(), reason: reason ?? null };
    await tx.insertInto('order_event').values(event).execute();
  }
  return true;
}
