import { sql } from 'kysely';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { PaymentTable } from '#api/database/schema/orders.ts';
import { canDeductStock, deductStock } from '#api/services/catalogue/stock.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { reclaimCouponUse, releaseCouponUse } from '#api/services/coupons/uses.ts';
import { lockPayment, PAYMENT_HOLD_MS, readPaymentOrders } from '#api/services/payments/payments.ts';
import { createRefunds } from '#api/services/payments/refunds.ts';
import { automaticCancelReasons } from '#lib/contract/texts.ts';
import { cancelOrders, ORDER_CANCELLED, ORDER_PLACED, PAYMENT_PENDING, readOrderUnits } from './bulk-cancellation.ts';
import { notifyOrdersPlaced } from './notifications.ts';

/** How a payment that did not come about ended. */
export type UnpaidStatus = 'failed' | 'abandoned' | 'expired';

/** Takes what was ordered out of the cart; what was put in beyond it since stays. */
async function takeFromCart(tx: Tx, customerId: number, orderIds: readonly number[]): Promise<void> {
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

/** Takes stock and coupon anew for orders whose hold had ended; false, with nothing taken, when they cannot be had any more. */
async function holdAgain(tx: Tx, payment: PaymentTable, orderIds: readonly number[]): Promise<boolean> {
  if (!(await reclaimCouponUse(tx, payment.checkout_id))) return false;
  const units = await readOrderUnits(tx, orderIds);
  if (!(await canDeductStock(tx, units))) {
    await releaseCouponUse(tx, payment.checkout_id);
    return false;
  }
  if (await deductStock(tx, units)) throw new Error(`The stock of payment ${payment.id} went away while it was locked`);
  return true;
}

/**
 * The money has come, as the provider has proved: the orders are placed and leave the cart. Money that comes after the hold had ended
 * is taken if stock and coupon can be had again and the customer has not cancelled or ordered anew; else it is marked to be refunded.
 * Safe to repeat. `providerPayment` is the provider's id of the payment.
 */
export async function settlePayment(tx: Tx, paymentId: string, providerPayment: string): Promise<PaymentTable> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.provider_payment !== null) return payment;
  const orders = await readPaymentOrders(tx, payment);
  const ids = orders.map(({ id }) => id);
  const wanted = payment.status === 'pending' || (payment.called_off === 0 && (await holdAgain(tx, payment, ids)));
  if (wanted) {
    const at = new Date().toISOString();
    await tx
      .updateTable('orders')
      .set({ status: ORDER_PLACED, payment_status: 'paid' })
      .where('id', 'in', ids)
      .where('status', 'in', [PAYMENT_PENDING, ORDER_CANCELLED])
      .execute();
    await tx
      .insertInto('order_event')
      .values(ids.map((id) => ({ order_id: id, status: ORDER_PLACED, at })))
      .execute();
    await takeFromCart(tx, payment.customer_id, ids);
    await notifyOrdersPlaced(tx, ids);
  } else {
    await tx.updateTable('orders').set({ payment_status: 'paid' }).where('id', 'in', ids).execute();
    await createRefunds(tx, payment.id, orders);
  }
  return tx
    .updateTable('payment')
    .set({ provider_payment: providerPayment, ...(wanted && { status: 'paid' }) })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The payment has not come about: its orders are called off, stock and coupon come back; the cart still holds what was ordered. One
 * that is not pending any more stays as it is. `calledOff` says that money which still arrives shall go back.
 */
export async function cancelPayment(
  tx: Tx,
  paymentId: string,
  status: UnpaidStatus,
  { reason = automaticCancelReasons[status], calledOff = false }: { reason?: string; calledOff?: boolean } = {},
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
    .set({ ...(pending && { status }), called_off: calledOff ? 1 : payment.called_off })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The customer orders the cart anew: payments before, which were for the same cart, are called off. Expects the customer to be locked.
 */
export async function cancelUnpaidPayments(tx: Tx, customerId: number): Promise<void> {
  const before = await tx
    .selectFrom('payment')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'paid')
    .where('called_off', '=', 0)
    .orderBy('created_at')
    .execute();
  for (const { id } of before)
    await cancelPayment(tx, id, 'abandoned', { reason: automaticCancelReasons.orderedAnew, calledOff: true });
}

/** Ends the payments whose time is over and gives back what they held. Returns how many. Several processes may do so at once. */
export async function releaseExpiredHolds(db: Db): Promise<number> {
  const now = new Date().toISOString();
  const due = await db
    .selectFrom('payment')
    .select('id')
    .where('status', '=', 'pending')
    // A hold that ends later than any can was made while the clock was ahead.
    .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('expires_at', '>', latestExpiry(PAYMENT_HOLD_MS))]))
    .orderBy('expires_at')
    .execute();
  for (const { id } of due) await write(db, (tx) => cancelPayment(tx, id, 'expired'));
  return due.length;
}
