import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { notifyHoldExpired } from '#api/services/payments/payment-mails-and-sms.ts';
import { isHoldExpired, lockPayment, PAYMENT_HOLD_MS } from '#api/services/payments/payments.ts';
import { Refusal } from '#api/services/refusal.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { cancelPayment } from './cancel.ts';

/** Expires a pending payment, releases its stock and notifies the customer. Idempotent; a payment that was made meanwhile stays paid. */
export async function expirePayment(tx: Tx, paymentId: string): Promise<PaymentTable> {
  const { status } = await lockPayment(tx, paymentId);
  const payment = await cancelPayment(tx, paymentId, 'expired');
  if (status === 'pending') await notifyHoldExpired(tx, payment);
  return payment;
}

/** Expires a payment whose hold has expired and that no worker has expired yet. Returns its current state. */
export const expireIfDue = (db: Db, payment: PaymentTable): Promise<PaymentTable> =>
  payment.status === 'pending' && isHoldExpired(payment)
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

/** Cancels earlier unpaid payments before a new checkout of the same cart. Expects the customer to be locked. */
export async function cancelUnpaidPayments(tx: Tx, customerId: number): Promise<void> {
  const unpaid = await tx
    .selectFrom('payment')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'paid')
    .where('is_cancelled', '=', 0)
    .orderBy('created_at')
    .execute();
  for (const payment of unpaid) {
    // As the worker does at its next run: orders of an expired hold have their own reason, and the customer is notified.
    if (payment.status === 'pending' && isHoldExpired(payment)) await expirePayment(tx, payment.id);
    await cancelPayment(tx, payment.id, 'abandoned', { reason: defaultCancelReasons.reordered, refundLatePayment: true });
  }
}

/**
 * Places a checkout. When it is refused, releases expired holds, which may have the stock, the coupon use or the limit that it needs, and
 * tries it once more: the worker releases them only at its next run.
 */
export async function retryAfterExpiredHolds<Result>(db: Db, place: () => Promise<Result>): Promise<Result> {
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof Refusal) || (await releaseExpiredHolds(db)) === 0) throw error;
    return place();
  }
}
