import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { ParsedBodyOf } from '#lib/contract/call.ts';
import { cancellableStatuses, type cancelOrderCall, type OrderStatus, OTHER_REASON } from '#lib/contract/orders.ts';
import { failure } from '#lib/contract/texts.ts';
import { cancelOrders, ORDER_CANCELLED, PAYMENT_PENDING } from './bulk-cancellation.ts';
import { notifyOrderCancelled } from './notifications.ts';
import { cancelPayment } from './settlement.ts';

type Wish = ParsedBodyOf<typeof cancelOrderCall>;

/** The reason as the timeline says it: the words for "Other", else the choice and what was said with it. */
function reasonOf({ reject_reason_select: choice, reject_reason_input: words }: Wish): string {
  if (!words) return choice;
  return choice === OTHER_REASON ? words : `${choice}: ${words}`;
}

export interface OrderToCancel {
  id: number;
  checkout_id: number;
  status: string;
}

/**
 * Calls one order off: stock, coupon and what was paid come back once. One that waits for its payment takes the other orders of that
 * payment along, since nobody could pay for a part of them; the cart still holds them all. Expects the customer to be locked and `order`
 * to have been read since. Throws a `Refusal` (409) when it is in none of the statuses `from`.
 */
export async function cancelLockedOrder(
  tx: Tx,
  order: OrderToCancel,
  reason: string,
  from: readonly OrderStatus[],
): Promise<void> {
  if (order.status === ORDER_CANCELLED) throw new Refusal(409, failure.orderCancelledAlready);
  if (order.status === PAYMENT_PENDING) {
    const payment = await tx
      .selectFrom('payment')
      .select('id')
      .where('checkout_id', '=', order.checkout_id)
      .executeTakeFirstOrThrow();
    await cancelPayment(tx, payment.id, 'abandoned', { reason, calledOff: true });
    return;
  }
  const closed = await cancelOrders(tx, order.checkout_id, [order.id], { allowedStatuses: from, reason });
  if (closed.length === 0) throw new Refusal(409, failure.orderNotCancellable);
  await notifyOrderCancelled(tx, order.id);
}

/**
 * Calls an order off as its customer wishes (specification 2.8, 4.5). Throws a `Refusal`: 404 when it is not an order of this customer,
 * 409 when it is cancelled already or too far on its way.
 */
export async function cancelCustomerOrder(tx: Tx, customerId: number, wish: Wish): Promise<void> {
  await lockCustomer(tx, customerId);
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'checkout_id', 'status'])
    .where('id', '=', wish.order_id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!order) throw new Refusal(404, failure.orderMissing);
  await cancelLockedOrder(tx, order, reasonOf(wish), cancellableStatuses);
}
