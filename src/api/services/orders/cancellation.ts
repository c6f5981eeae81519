import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import { cancellableStatuses, ORDER_CANCELLED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { type cancelOrderCall, OTHER_REASON } from '#lib/contract/orders.ts';
import { failure } from '#lib/contract/texts.ts';
import { cancelOrders } from './cancel-orders.ts';
import { notifyOrderCancelled } from './customer-notifications.ts';
import { cancelPayment } from './settlement.ts';

type CancelRequest = ParsedBodyOf<typeof cancelOrderCall>;

/** Formats the reason for the timeline: the text alone for "Other", else the selected reason and the text. */
function formatReason({ reject_reason_select: selected, reject_reason_input: text }: CancelRequest): string {
  if (!text) return selected;
  return selected === OTHER_REASON ? text : `${selected}: ${text}`;
}

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
  const cancelled = await cancelOrders(tx, order.checkout_id, [order.id], { allowedStatuses, reason });
  if (cancelled.length === 0) throw new Refusal(409, failure.orderNotCancellable);
  await notifyOrderCancelled(tx, order.id, reason);
}

/**
 * Cancels an order for its customer (specification 2.8, 4.5). Throws a `Refusal`: 404 when the customer has no such order, 409 when it is
 * already cancelled or no longer cancellable.
 */
export async function cancelCustomerOrder(tx: Tx, customerId: number, request: CancelRequest): Promise<void> {
  await lockCustomer(tx, customerId);
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'checkout_id', 'status'])
    .where('id', '=', request.order_id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!order) throw new Refusal(404, failure.orderMissing);
  await cancelLockedOrder(tx, order, formatReason(request), cancellableStatuses);
}
