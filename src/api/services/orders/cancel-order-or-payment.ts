import type { Tx } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { ORDER_CANCELLED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { cancelOrders } from './cancel-orders.ts';
import { cancelPayment } from './cancel-payment.ts';
import { notifyOrderCancelled } from './customer-mails-and-sms.ts';

interface OrderToCancel {
  id: number;
  checkout_id: number;
  status: string;
}

/**
 * Cancels one order. An order that awaits payment is cancelled together with all others of that payment, which cannot be paid in part.
 * Expects `order` to be read after the customer was locked. Throws a `Refusal` (409) when its status is not in `allowedStatuses`.
 */
export async function cancelLockedOrder(
  tx: Tx,
  order: OrderToCancel,
  reason: string,
  allowedStatuses: readonly OrderStatus[],
): Promise<void> {
  if (order.status === ORDER_CANCELLED) throw new Refusal(409, failure.orderCancelledAlready);
  if (order.status === PAYMENT_PENDING) {
    const payment = await tx
      .selectFrom('payment')
      .select('id')
      .where('checkout_id', '=', order.checkout_id)
      .executeTakeFirstOrThrow();
    await cancelPayment(tx, payment.id, 'abandoned', { reason, refundLatePayment: true });
    return;
  }
  const { cancelled, changed } = await cancelOrders(tx, order.checkout_id, [order.id], { allowedStatuses, reason });
  if (cancelled.length === 0) throw new Refusal(409, failure.orderNotCancellable);
  await notifyOrderCancelled(tx, order.id, reason, changed);
}
