import { type Db, write } from '#api/database/open.ts';
import type { PaymentTable } from '#api/database/schema/orders.ts';
import { cancelPayment, settlePayment } from '#api/services/orders/settlement.ts';
import { findPayment } from '#api/services/payments/payments.ts';
import { type PaymentProvider, ProviderUnreachable, type ReceivedPayment } from '#api/services/payments/provider.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import type { confirmPaymentCall } from '#lib/contract/payments.ts';
import { failure } from '#lib/contract/texts.ts';

/** Where the provider is not reached now, a shopper may well try again after so many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The provider's id of what is to be paid; the provider is told of it when it has not been yet. No transaction is open meanwhile. */
async function providerOrderOf(db: Db, payment: PaymentTable, provider: PaymentProvider): Promise<string> {
  if (payment.provider_order !== null) return payment.provider_order;
  const opened = await provider.createOrder(payment);
  // Two who ask at once may both have told the provider: the first to be written is the one to be paid.
  const row = await write(db, async (tx) => {
    await tx
      .updateTable('payment')
      .set({ provider_order: opened })
      .where('id', '=', payment.id)
      .where('provider_order', 'is', null)
      .execute();
    return tx.selectFrom('payment').select('provider_order').where('id', '=', payment.id).executeTakeFirstOrThrow();
  });
  return row.provider_order ?? opened;
}

/**
 * What the provider's button needs to take a payment; undefined when the payment is not pending any more or belongs to a provider that
 * the shop has no more. Throws a `Refusal` (503) while the provider cannot be reached.
 */
export async function preparePaymentOptions(
  db: Db,
  payment: PaymentTable,
  provider: PaymentProvider | undefined,
): Promise<Record<string, string> | undefined> {
  if (payment.status !== 'pending' || provider?.name !== payment.provider) return undefined;
  try {
    return provider.getClientOptions(payment, await providerOrderOf(db, payment, provider));
  } catch (error) {
    if (error instanceof ProviderUnreachable)
      throw new Refusal(503, failure.paymentUnreachable, { retryAfter: RETRY_AFTER_SECONDS });
    throw error;
  }
}

/**
 * Takes what the browser brings back from the provider's button. That it was paid must be proved; that it was not is the customer's own
 * word. Safe to repeat. Returns the payment as it stands. Throws a `Refusal`: 404 no such payment, 422 unproved.
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

/** Money that a provider says has come and that fits no payment of this shop. */
export interface PaymentMismatch {
  reason: 'unknown_order' | 'amount' | 'currency';
  received: ReceivedPayment;
  /** This shop's payment with that provider order, and what is due for it in paise; undefined where there is none. */
  payment: { id: string; amount: number } | undefined;
}

function mismatchOf(arrival: ReceivedPayment, payment: { id: string; amount: number } | undefined): PaymentMismatch | undefined {
  const reason =
    payment === undefined
      ? 'unknown_order'
      : arrival.currency !== 'INR'
        ? 'currency'
        : arrival.amount !== payment.amount
          ? 'amount'
          : undefined;
  return reason && { reason, received: arrival, payment };
}

/**
 * Takes a message that the provider sent by itself. Returns what does not fit where the money is not taken: the owner's account at the
 * provider may take money for other things than this shop. Throws a `Refusal`: 404 the provider sends none, 401 it is not genuine.
 */
export async function processWebhook(
  db: Db,
  provider: PaymentProvider | undefined,
  { name, body, headers }: { name: string; body: string; headers: Headers },
): Promise<PaymentMismatch | undefined> {
  if (provider?.name !== name || !provider.parseWebhook) throw new Refusal(404, failure.notFound);
  const arrival = provider.parseWebhook(body, headers);
  if (arrival === undefined) throw new Refusal(401, failure.paymentUnproved);
  if (arrival === null) return undefined;
  const payment = await db
    .selectFrom('payment')
    .select(['id', 'amount'])
    .where('provider', '=', name)
    .where('provider_order', '=', arrival.providerOrder)
    .executeTakeFirst();
  const mismatch = mismatchOf(arrival, payment);
  if (payment && !mismatch) await write(db, (tx) => settlePayment(tx, payment.id, arrival.providerPayment));
  return mismatch;
}
