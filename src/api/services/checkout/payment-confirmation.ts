import type { Db } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import { settlePayment } from '#api/services/orders/settle-payment.ts';
import { PAYMENT_HOLD_MS } from '#api/services/payments/hold-expiry.ts';
import { findPayment, isConfirming } from '#api/services/payments/payments.ts';
import { type PaymentProvider, ProviderUnreachable } from '#api/services/payments/provider-interface.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { confirmPaymentCall } from '#lib/contract/payments.ts';

/** Retry-After while the provider is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The end of a payment's whole hold, which an unproven buyer gets by opening the payment. */
const endOfHold = ({ created_at }: PaymentTable): string => new Date(Date.parse(created_at) + PAYMENT_HOLD_MS).toISOString();

/**
 * Returns the payment with the provider's order id, creating the order if needed; its stock is then held for the whole time. No transaction is
 * open during the request.
 */
async function openProviderOrder(db: Db, payment: PaymentTable, provider: PaymentProvider): Promise<PaymentTable> {
  if (payment.provider_order !== null) return payment;
  const created = await provider.createOrder(payment);
  // Concurrent requests may each create an order: the first one stored is used.
  return write(db, async (tx) => {
    await tx
      .updateTable('payment')
      .set({ provider_order: created, expires_at: endOfHold(payment) })
      .where('id', '=', payment.id)
      .where('provider_order', 'is', null)
      .execute();
    return tx.selectFrom('payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow();
  });
}

/**
 * The current payment, with the options of the provider's checkout in the browser: none when it is no longer pending or already authorised, or
 * the shop no longer has its provider. Throws a `Refusal` (503) while the provider is unreachable.
 */
export async function preparePaymentOptions(
  db: Db,
  payment: PaymentTable,
  provider: PaymentProvider | undefined,
): Promise<{ payment: PaymentTable; options?: Record<string, string> }> {
  if (payment.status !== 'pending' || isConfirming(payment) || provider?.name !== payment.provider) return { payment };
  try {
    const opened = await openProviderOrder(db, payment, provider);
    return { payment: opened, options: provider.getClientOptions(opened, opened.provider_order ?? '') };
  } catch (error) {
    if (error instanceof ProviderUnreachable)
      throw new Refusal(503, failure.paymentUnreachable, { retryAfter: RETRY_AFTER_SECONDS });
    throw error;
  }
}

/**
 * Records the outcome that the browser reports. "Paid" needs a valid proof; "failed" and "abandoned" do not. Idempotent. Returns the
 * current payment. Throws a `Refusal`: 404 unknown payment, 422 invalid proof.
 */
export async function recordPaymentOutcome(
  db: Db,
  {
    id,
    customerId,
    provider,
    body,
  }: { id: string; customerId: number; provider: PaymentProvider | undefined; body: BodyOf<typeof confirmPaymentCall> },
): Promise<PaymentTable> {
  const payment = await findPayment(db, id, customerId);
  const { outcome, proof = {} } = body;
  if (outcome !== 'paid') return write(db, (tx) => cancelPayment(tx, id, outcome));
  if (payment.status === 'paid') return payment;
  if (provider?.name !== payment.provider) throw new Refusal(422, failure.paymentUnproved);
  const providerPayment = provider.verifyProof(payment, payment.provider_order, proof);
  if (providerPayment === undefined) throw new Refusal(422, failure.paymentUnproved);
  return write(db, (tx) => settlePayment(tx, id, providerPayment));
}
