import type { Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { lockPayment, readPaymentOrders } from '#api/services/payments/payments.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { cancelOrders } from './cancel-orders.ts';

/** Final status of a payment that was not made. */
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
