import type { Db } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/orders.ts';
import { write } from '#api/database/transaction.ts';
import { cancelPayment, settlePayment } from '#api/services/orders/settlement.ts';
import { findPayment } from '#api/services/payments/payments.ts';
import { type PaymentProvider, ProviderUnreachable, type ReceivedPayment } from '#api/services/payments/provider.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import type { confirmPaymentCall } from '#lib/contract/payments.ts';
import { failure } from '#lib/contract/texts.ts';
import { CURRENCY } from '#lib/rules/money.ts';

/** Retry-After while the provider is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Returns the provider's order id, creating the order if needed. No transaction is open during the request. */
async function ensureProviderOrder(db: Db, payment: PaymentTable, provider: PaymentProvider): Promise<string> {
  if (payment.provider_order !== null) return payment.provider_order;
  const created = await provider.createOrder(payment);
  // Concurrent requests may each create an order: the first one stored is used.
  const row = await write(db, async (tx) => {
    await tx
      .updateTable('payment')
      .set({ provider_order: created })
      .where('id', '=', payment.id)
      .where('provider_order', 'is', null)
      .execute();
    return tx.selectFrom('payment').select('provider_order').where('id', '=', payment.id).executeTakeFirstOrThrow();
  });
  return row.provider_order ?? created;
}

/**
 * Options of the provider's checkout in the browser; undefined when the payment is no longer pending or the shop no longer has its
 * provider. Throws a `Refusal` (503) while the provider is unreachable.
 */
export async function preparePaymentOptions(
  db: Db,
  payment: PaymentTable,
  provider: PaymentProvider | undefined,
): Promise<Record<string, string> | undefined> {
  if (payment.status !== 'pending' || provider?.name !== payment.provider) return undefined;
  try {
    return provider.getClientOptions(payment, await ensureProviderOrder(db, payment, provider));
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

/** Why a received payment matches no payment of this shop. */
export type MismatchReason = 'unknown_order' | 'amount' | 'currency';

/** A received payment that matches no payment of this shop. */
export interface PaymentMismatch {
  reason: MismatchReason;
  received: ReceivedPayment;
  /** This shop's payment for the provider's order, amount in paise; undefined when there is none. */
  payment: { id: string; amount: number } | undefined;
}

function findMismatch(
  received: ReceivedPayment,
  payment: { id: string; amount: number } | undefined,
): PaymentMismatch | undefined {
  const reason =
    payment === undefined
      ? 'unknown_order'
      : received.currency !== CURRENCY
        ? 'currency'
        : received.amount !== payment.amount
          ? 'amount'
          : undefined;
  return reason && { reason, received, payment };
}

/**
 * Processes a provider's webhook and settles the payment it reports. Returns a mismatch when it fits no payment of this shop: the owner's
 * account may receive other payments too. Throws a `Refusal`: 404 no such webhook, 401 invalid signature.
 */
export async function processWebhook(
  db: Db,
  provider: PaymentProvider | undefined,
  { name, body, headers }: { name: string; body: string; headers: Headers },
): Promise<PaymentMismatch | undefined> {
  if (provider?.name !== name || !provider.parseWebhook) throw new Refusal(404, failure.notFound);
  const received = provider.parseWebhook(body, headers);
  if (received === undefined) throw new Refusal(401, failure.paymentUnproved);
  if (received === null) return undefined;
  const payment = await db
    .selectFrom('payment')
    .select(['id', 'amount'])
    .where('provider', '=', name)
    .where('provider_order', '=', received.providerOrder)
    .executeTakeFirst();
  const mismatch = findMismatch(received, payment);
  if (payment && !mismatch) await write(db, (tx) => settlePayment(tx, payment.id, received.providerPayment));
  return mismatch;
}
