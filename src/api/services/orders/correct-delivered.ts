import type { Tx } from '#api/database/schema/engine.ts';
import { ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { t } from '#lib/contract/text/t.ts';
import { type LockedOrder, returnOrder } from './apply-status.ts';
import { notifyOrderStatus } from './customer-mails-and-sms.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** Where an order is that was not delivered. */
export type Correction = { to: 'dispatched' | 'out_for_delivery' } | { to: 'returned'; restock: boolean };

/**
 * Takes back that an order was delivered. Cash on delivery counts as not collected again. The customer is told of an order that came back; one
 * that is on its way still gets its message when it arrives. Expects the customer to be locked and the order to be delivered.
 */
export async function correctDelivered(tx: Tx, order: LockedOrder, correction: Correction): Promise<void> {
  const isUncollected = order.payment_method === 'cod' && order.payment_status === 'paid';
  const payment_status = isUncollected ? ('pending' as const) : order.payment_status;
  const reason = t('It had not been delivered');
  if (isUncollected) {
    await tx.updateTable('orders').set({ payment_status: 'pending' }).where('id', '=', order.id).execute();
  }
  if (correction.to === 'returned') {
    await returnOrder(tx, { ...order, payment_status }, reason, { restock: correction.restock });
    await notifyOrderStatus(tx, order.id, ORDER_RETURNED);
    return;
  }
  const status = correction.to === 'dispatched' ? ORDER_DISPATCHED : ORDER_OUT_FOR_DELIVERY;
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
  await addTimelineEvents(tx, [order.id], { status, reason });
}
