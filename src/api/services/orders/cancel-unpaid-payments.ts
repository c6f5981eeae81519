import type { Tx } from '#api/database/schema/engine.ts';
import { isHoldExpired } from '#api/services/payments/hold-expiry.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { cancelPayment } from './cancel-payment.ts';
import { expirePayment } from './expire-holds.ts';

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
