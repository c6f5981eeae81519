import { sql } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { canDeductStock, deductStock } from '#api/services/catalogue/stock.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { reclaimCouponUse, releaseCouponUse } from '#api/services/coupons/uses.ts';
import { isHoldOver, PAYMENT_HOLD_MS } from '#api/services/payments/hold-time.ts';
import { notifyHoldExpired, notifyLatePayment, notifySecondPayment } from '#api/services/payments/notifications.ts';
import { lockPayment, readPaymentOrders } from '#api/services/payments/payments.ts';
import type { ReturnedPayment } from '#api/services/payments/provider.ts';
import { createRefunds, createSecondRefund, markReturned } from '#api/services/payments/refunds.ts';
import { isReturned, rememberReturned } from '#api/services/payments/webhook-events.ts';
import { ORDER_CANCELLED, ORDER_PLACED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { defaultCancelReasons } from '#lib/contract/texts.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { cancelOrders } from './cancel-orders.ts';
import { notifyOrdersPlaced } from './customer-notifications.ts';
import { readOrderUnits } from './order-units.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** Final status of a payment that was not made. */
export type UnpaidStatus = 'failed' | 'abandoned' | 'expired';

/** Deducts ordered units from the cart; units added since the checkout stay. */
async function removeOrderedFromCart(tx: Tx, customerId: number, orderIds: readonly number[]): Promise<void> {
  for (const { variant_id, quantity } of await readOrderUnits(tx, orderIds)) {
    await tx
      .deleteFrom('cart_line')
      .where('customer_id', '=', customerId)
      .where('variant_id', '=', variant_id)
      .where('quantity', '<=', quantity)
      .execute();
    await tx
      .updateTable('cart_line')
      .set({ quantity: sql<number>`quantity - ${quantity}` })
      .where('customer_id', '=', customerId)
      .where('variant_id', '=', variant_id)
      .where('quantity', '>', quantity)
      .execute();
  }
}

/**
 * Reserves stock and coupon use of a payment's orders again after the hold has expired. False, without any change, when they are no longer
 * available.
 */
export async function reserveAgain(tx: Tx, payment: PaymentTable, orderIds: readonly number[]): Promise<boolean> {
  if (!(await reclaimCouponUse(tx, payment.checkout_id))) return false;
  const units = await readOrderUnits(tx, orderIds);
  if (!(await canDeductStock(tx, units))) {
    await releaseCouponUse(tx, payment.checkout_id);
    return false;
  }
  if (await deductStock(tx, units)) throw new Error(`The stock of payment ${payment.id} changed while it was locked`);
  return true;
}

/** Places the orders of a payment, whose stock is held, and notifies the customer. */
export async function placeHeldOrders(
  tx: Tx,
  customerId: number,
  orderIds: readonly number[],
  paid: Pick<OrderTable, 'payment_method' | 'payment_status'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: ORDER_PLACED, ...paid })
    .where('id', 'in', orderIds)
    .where('status', 'in', [PAYMENT_PENDING, ORDER_CANCELLED])
    .execute();
  await addTimelineEvents(tx, orderIds, { status: ORDER_PLACED });
  await removeOrderedFromCart(tx, customerId, orderIds);
  await notifyOrdersPlaced(tx, orderIds);
}

/** Creates refunds for a payment that came too late, and notifies the customer. An order paid on delivery stays unpaid. */
async function makeRefundDue(tx: Tx, payment: PaymentTable, orders: Awaited<ReturnType<typeof readPaymentOrders>>) {
  const ids = orders.map(({ id }) => id);
  await tx
    .updateTable('orders')
    .set({ payment_status: 'paid' })
    .where('id', 'in', ids)
    .where('payment_method', '=', 'prepaid')
    .execute();
  // The fee for cash on delivery was not part of the payment.
  const refunds = orders.map(({ id, final_amount, cod_fee }) => ({ id, final_amount: final_amount - cod_fee }));
  await createRefunds(tx, payment.id, refunds);
  await notifyLatePayment(tx, payment);
}

/** Makes the refund of a second payment due and tells the customer, once. */
async function refundSecondPayment(
  tx: Tx,
  payment: PaymentTable,
  providerPayment: string,
  [first]: Awaited<ReturnType<typeof readPaymentOrders>>,
): Promise<void> {
  if (!first) return;
  const refund = { paymentId: payment.id, providerPayment, orderId: first.id, amount: payment.amount };
  if (await createSecondRefund(tx, refund)) await notifySecondPayment(tx, payment);
}

/**
 * Records a payment that the provider has confirmed, and places its orders. After the hold has expired, the orders are placed only if stock
 * and coupon are available again and the customer has not cancelled or checked out again; otherwise refunds are created. A second
 * payment of the same orders is refunded, and one that the provider has returned already changes nothing. Idempotent.
 * `providerPayment` is the provider's id of the payment.
 */
export async function settlePayment(tx: Tx, paymentId: string, providerPayment: string): Promise<PaymentTable> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.provider_payment === providerPayment || (await isReturned(tx, payment.provider, providerPayment))) return payment;
  const orders = await readPaymentOrders(tx, payment);
  if (payment.provider_payment !== null) {
    await refundSecondPayment(tx, payment, providerPayment, orders);
    return payment;
  }
  const ids = orders.map(({ id }) => id);
  const canPlace = payment.status === 'pending' || (payment.is_cancelled === 0 && (await reserveAgain(tx, payment, ids)));
  if (canPlace) await placeHeldOrders(tx, payment.customer_id, ids, { payment_method: 'prepaid', payment_status: 'paid' });
  else await makeRefundDue(tx, payment, orders);
  return tx
    .updateTable('payment')
    .set({ provider_payment: providerPayment, ...(canPlace && { status: 'paid' }) })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

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
  if (pending) {
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

/**
 * Records that the provider returns money (paise). If all of a payment is returned that was never settled, its orders are cancelled and a
 * late report of that payment changes nothing; the shopper may have paid again. Returns false when no refund of this amount of that payment is
 * due.
 */
export async function recordReturn(
  tx: Tx,
  paymentId: string,
  { providerPayment, returned, isDone }: Pick<ReturnedPayment, 'providerPayment' | 'returned' | 'isDone'>,
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.provider_payment === null && returned >= payment.amount) {
    await cancelPayment(tx, paymentId, 'failed');
    await rememberReturned(tx, payment.provider, providerPayment);
    return true;
  }
  const { provider_payment } = await settlePayment(tx, paymentId, providerPayment);
  const isSecond = provider_payment !== providerPayment;
  if (isSecond && (await isReturned(tx, payment.provider, providerPayment))) return true;
  return !isDone || markReturned(tx, paymentId, returned, isSecond ? providerPayment : undefined);
}

/** Selects a customer's payments that a new checkout cancels. */
export const selectUnpaidPayments = (db: Db, customerId: number) =>
  db
    .selectFrom('payment')
    .where('payment.customer_id', '=', customerId)
    .where('payment.status', '<>', 'paid')
    .where('payment.is_cancelled', '=', 0);

/** Cancels earlier unpaid payments before a new checkout of the same cart. Expects the customer to be locked. */
export async function cancelUnpaidPayments(tx: Tx, customerId: number): Promise<void> {
  const unpaid = await selectUnpaidPayments(tx, customerId).selectAll('payment').orderBy('created_at').execute();
  for (const payment of unpaid) {
    if (payment.status === 'pending' && isHoldOver(payment)) await expirePayment(tx, payment.id);
    await cancelPayment(tx, payment.id, 'abandoned', { reason: defaultCancelReasons.reordered, refundLatePayment: true });
  }
}

/** Expires a pending payment, releases its stock and notifies the customer. Idempotent; a payment that was made meanwhile stays paid. */
async function expirePayment(tx: Tx, paymentId: string): Promise<PaymentTable> {
  const { status } = await lockPayment(tx, paymentId);
  const payment = await cancelPayment(tx, paymentId, 'expired');
  if (status === 'pending') await notifyHoldExpired(tx, payment);
  return payment;
}

/** Expires a payment whose hold is over and that no worker has expired yet. Returns its current state. */
export const expireIfOver = (db: Db, payment: PaymentTable): Promise<PaymentTable> =>
  payment.status === 'pending' && isHoldOver(payment)
    ? write(db, (tx) => expirePayment(tx, payment.id))
    : Promise.resolve(payment);

/** Expires payments whose hold has ended and releases their stock. Returns their number. Safe to run in several processes. */
export async function releaseExpiredHolds(db: Db): Promise<number> {
  const now = isoNow();
  const due = await db
    .selectFrom('payment')
    .select('id')
    .where('status', '=', 'pending')
    // A hold that ends implausibly late was made while the clock was ahead.
    .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('expires_at', '>', latestExpiry(PAYMENT_HOLD_MS))]))
    .orderBy('expires_at')
    .execute();
  for (const { id } of due) await write(db, (tx) => expirePayment(tx, id));
  return due.length;
}
