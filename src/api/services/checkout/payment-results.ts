import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import { settlePayment } from '#api/services/orders/settle-payment.ts';
import { findPayment, isConfirming, lockPayment, PAYMENT_HOLD_MS, recordAuthorisation } from '#api/services/payments/payments.ts';
import {
  type PaymentEvent,
  type PaymentProvider,
  ProviderUnreachable,
  type ReceivedPayment,
  type ReturnedPayment,
} from '#api/services/payments/provider-interface.ts';
import { markReturned } from '#api/services/payments/refunds.ts';
import { claimPaymentEvent, isReturned, rememberReturned } from '#api/services/payments/webhook-events.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { confirmPaymentCall } from '#lib/contract/payments.ts';
import { CURRENCY } from '#lib/rules/money.ts';

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

/** Outcome of a payment made on the provider's own page. */
export interface CallbackResult {
  /** Undefined when this shop has no such payment. */
  payment: PaymentTable | undefined;
  /** Why it was not made; undefined once it is recorded. */
  failed: 'failed' | 'abandoned' | undefined;
}

/**
 * Records the form that the provider's payment page makes the browser post. The request comes from another site and without a session, so
 * anyone could forge it: only a signature over this shop's own order counts, and without one nothing changes. Throws a `Refusal` (404) for
 * a provider without such a page.
 */
export async function recordCallback(
  db: Db,
  provider: PaymentProvider | undefined,
  { name, paymentId, fields }: { name: string; paymentId: string; fields: Readonly<Record<string, string>> },
): Promise<CallbackResult> {
  if (provider?.name !== name || !provider.readCallbackFailure) throw new Refusal(404, failure.notFound);
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .where('provider', '=', name)
    .executeTakeFirst();
  if (!payment) return { payment, failed: 'failed' };
  const providerPayment = provider.verifyProof(payment, payment.provider_order, fields);
  if (providerPayment === undefined) return { payment, failed: provider.readCallbackFailure(fields) };
  return { payment: await write(db, (tx) => settlePayment(tx, payment.id, providerPayment)), failed: undefined };
}

/** Why a webhook needs the owner's attention, such as an order that this shop does not have. */
export type MismatchReason = 'unknown_order' | 'amount' | 'currency' | 'second_payment' | 'refund' | 'refund_failed';

/** A webhook that needs the owner's attention. */
export interface PaymentMismatch {
  reason: MismatchReason;
  received: ReceivedPayment;
  /** This shop's payment for the provider's order, amount in paise; undefined when there is none. */
  payment: { id: string; amount: number } | undefined;
}

type KnownEvent = Exclude<PaymentEvent, { kind: 'other' }>;

/** Whether an event is about money that has not arrived: without a payment of this shop it needs no attention. */
const isProgress = ({ kind }: KnownEvent): boolean => kind === 'authorised' || kind === 'failed';

const findPaymentOf = (tx: Tx, provider: string, { providerOrder }: ReceivedPayment) =>
  tx
    .selectFrom('payment')
    .select(['id', 'amount'])
    .where('provider', '=', provider)
    .where('provider_order', '=', providerOrder)
    .executeTakeFirst();

/** Why an event does not match the payment; undefined when it does. */
function findMismatch({ received }: KnownEvent, payment: { amount: number } | undefined): MismatchReason | undefined {
  if (payment === undefined) return 'unknown_order';
  if (received.currency !== CURRENCY) return 'currency';
  return received.amount === payment.amount ? undefined : 'amount';
}

/** Records an event of a payment. Returns a reason when the owner's attention is needed. */
async function recordEvent(tx: Tx, { kind, received }: KnownEvent, paymentId: string): Promise<MismatchReason | undefined> {
  if (kind === 'return failed') return 'refund_failed';
  if (kind === 'authorised' || kind === 'failed') {
    await recordAuthorisation(tx, paymentId, received.providerPayment, kind === 'authorised');
    return undefined;
  }
  if (kind === 'returned') return (await recordReturn(tx, paymentId, received)) ? undefined : 'refund';
  const { provider, provider_payment } = await settlePayment(tx, paymentId, received.providerPayment);
  if (provider_payment === received.providerPayment) return undefined;
  return (await isReturned(tx, provider, received.providerPayment)) ? undefined : 'second_payment';
}

/**
 * Processes a provider's webhook, each event once: settles the payment it reports, or records its refund. Events may come in any order and
 * any number of times. Returns a mismatch when it fits no payment of this shop: the owner's account may receive other payments too. Throws
 * a `Refusal`: 404 no such webhook, 401 invalid signature.
 */
export async function processWebhook(
  db: Db,
  provider: PaymentProvider | undefined,
  { name, body, headers }: { name: string; body: string; headers: Headers },
): Promise<PaymentMismatch | undefined> {
  if (provider?.name !== name || !provider.parseWebhook) throw new Refusal(404, failure.notFound);
  const webhook = provider.parseWebhook(body, headers);
  if (webhook === undefined) throw new Refusal(401, failure.paymentUnproved);
  const { eventId, event } = webhook;
  if (event.kind === 'other') return undefined;
  return write(db, async (tx) => {
    const payment = await findPaymentOf(tx, name, event.received);
    const mismatch = findMismatch(event, payment);
    if (mismatch || !payment)
      return mismatch && !isProgress(event) ? { reason: mismatch, received: event.received, payment } : undefined;
    if (!(await claimPaymentEvent(tx, name, eventId))) return undefined;
    const reason = await recordEvent(tx, event, payment.id);
    return reason && { reason, received: event.received, payment };
  });
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
