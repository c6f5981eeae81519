import type { Tx } from '#api/database/schema/engine.ts';
import { lockPayment } from '#api/services/payments/payments.ts';
import type { ReturnedPayment } from '#api/services/payments/provider-interface.ts';
import { markReturned } from '#api/services/payments/refunds.ts';
import { isReturned, rememberReturned } from '#api/services/payments/webhook-events.ts';
import { cancelPayment } from './cancel.ts';
import { settlePayment } from './settle-payment.ts';

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
