import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { findLinkPayment, lockPayment, readPaymentOrders } from '#api/services/payment-records/payments.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { cancellableStatuses, ORDER_CANCELLED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { type cancelOrderCall, OTHER_REASON } from '#lib/contract/orders.ts';
import { notifyOrderCancelled } from './customer-mails-and-sms.ts';
import {
  amountColumns,
  type ChangedOrder,
  listChanged,
  settleDifference,
  storeRemaining,
  workOutRemaining,
} from './order-totals.ts';
import { readOrderUnits } from './order-units.ts';
import { dropStaged } from './staged/action-results.ts';
import { addTimelineEvents } from './timeline-events.ts';

export interface OrderCancellation {
  /** Orders in any other status are left unchanged. */
  allowedStatuses: readonly OrderStatus[];
  reason: string;
  paymentStatus?: OrderTable['payment_status'];
}

export interface CancelledOrders {
  cancelled: number[];
  /** Orders of the same checkout that stay, at another total. */
  changed: ChangedOrder[];
}

/**
 * Cancels orders of one checkout: restores stock, works out the amounts of the orders that stay, releases the coupon use that they no longer
 * need, issues credit notes, and creates refunds. Idempotent and safe for concurrent calls. Expects the customer to be locked.
 */
export async function cancelOrders(
  tx: Tx,
  checkoutId: number,
  orderIds: readonly number[],
  { allowedStatuses, reason, paymentStatus }: OrderCancellation,
): Promise<CancelledOrders> {
  const cancelled = await tx
    .updateTable('orders')
    .set({ status: ORDER_CANCELLED, ...(paymentStatus && { payment_status: paymentStatus }) })
    .where('id', 'in', orderIds)
    .where('status', 'in', allowedStatuses)
    .returning(['id', 'payment_status', 'due_amount', ...amountColumns])
    .execute();
  if (cancelled.length === 0) return { cancelled: [], changed: [] };
  const ids = cancelled.map(({ id }) => id);
  await addTimelineEvents(tx, ids, { status: ORDER_CANCELLED, reason });
  await restoreStock(tx, await readOrderUnits(tx, ids));
  const remaining = await workOutRemaining(tx, checkoutId, { cancelled });
  await storeRemaining(tx, checkoutId, remaining);
  await issueCreditNotes(tx, ids);
  const gone = cancelled.map((row) => ({
    ...row,
    due: row.due_amount,
    before: { total: row.final_amount },
    after: { total: 0 },
  }));
  await settleDifference(tx, checkoutId, [...gone, ...remaining.orders]);
  const changed = listChanged(remaining.orders);
  return { cancelled: ids, changed };
}

export type UnpaidStatus = 'failed' | 'abandoned' | 'expired';

/**
 * Ends a pending payment that was not made: cancels its orders and restores stock and coupon use; the cart is unchanged. With
 * `refundLatePayment`, money that still arrives is refunded instead of placing the orders.
 */
export async function cancelPayment(
  tx: Tx,
  paymentId: string,
  status: UnpaidStatus,
  { reason = defaultCancelReasons[status], refundLatePayment = false }: { reason?: string; refundLatePayment?: boolean } = {},
): Promise<PaymentTable> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.status === 'paid') return payment;
  const pending = payment.status === 'pending';
  // A payment by link is of an order that is placed already.
  if (pending && !(await findLinkPayment(tx, paymentId))) {
    const ids = (await readPaymentOrders(tx, payment)).map(({ id }) => id);
    await cancelOrders(tx, payment.checkout_id, ids, { allowedStatuses: [PAYMENT_PENDING], reason, paymentStatus: 'failed' });
  }
  return tx
    .updateTable('payment')
    .set({ ...(pending && { status }), is_cancelled: refundLatePayment ? 1 : payment.is_cancelled })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
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
  const { cancelled, changed } = await cancelOrders(tx, order.checkout_id, [order.id], { allowedStatuses, reason });
  if (cancelled.length === 0) throw new Refusal(409, failure.orderNotCancellable);
  await notifyOrderCancelled(tx, order.id, reason, changed);
}

type CancelRequest = ParsedBodyOf<typeof cancelOrderCall>;

function formatReason({ reject_reason_select: selected, reject_reason_input: text }: CancelRequest): string {
  if (!text) return selected;
  return selected === OTHER_REASON ? text : `${selected}: ${text}`;
}

/**
 * Cancels an order for its customer (specification, order details), also when staff have staged something else. Throws a `Refusal`: 404 when the customer has no such order, 409 when it is
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
  await dropStaged(tx, [order.id], 'The customer has cancelled it.');
  await cancelLockedOrder(tx, order, formatReason(request), cancellableStatuses);
}
