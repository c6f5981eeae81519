import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { addressOf } from '#api/services/order-address.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import {
  findPayment,
  isConfirming,
  isHoldExpired,
  lockPayment,
  PAYMENT_HOLD_MS,
  readPaymentOrders,
  recordAuthorisation,
} from '#api/services/payment-records/payments.ts';
import { markReturned } from '#api/services/payment-records/refunds.ts';
import { findSecondPayment } from '#api/services/payment-records/refunds-of-orders.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { findPayLinkOf } from '#api/services/payments/link-payments.ts';
import {
  type AmountDue,
  type OrderDue,
  type PaymentEvent,
  ProviderUnreachable,
  type ReceivedPayment,
  type ReturnedPayment,
} from '#api/services/payments/provider-interface.ts';
import { findReportedRefund, recordRefundState } from '#api/services/payments/refunds/provider-refunds.ts';
import { claimPaymentEvent, isReturned, rememberReturned } from '#api/services/payments/webhook-events.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { confirmPaymentCall } from '#lib/contract/payments.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { askProviderAgain, rereadPayment } from './ask-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** Retry-After while the provider is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 5;

const toDue = ({ id, amount }: PaymentTable): AmountDue => ({ id, amount });

/** The end of a payment's whole hold, which an unproven buyer gets by opening the payment. */
const endOfHold = ({ created_at }: PaymentTable): string => new Date(Date.parse(created_at) + PAYMENT_HOLD_MS).toISOString();

async function toOrderDue(db: Db, payment: PaymentTable, siteUrl: string): Promise<OrderDue> {
  const [order] = await readPaymentOrders(db, payment);
  if (!order) throw new Error(`payment ${payment.id} has no orders`);
  const { firstname, lastname, email, phone_number } = addressOf(order);
  return {
    id: payment.id,
    amount: payment.amount,
    customer: { id: String(payment.customer_id), name: `${firstname} ${lastname}`.trim(), email, phone: phone_number },
    returnUrl: new URL((await findPayLinkOf(db, payment)) ?? paths.payment(payment.id), siteUrl).href,
  };
}

/**
 * Returns the payment with the provider's order id, creating the order if needed; its stock is then held for the whole time. No transaction is
 * open during the request.
 */
async function openProviderOrder(
  db: Db,
  payment: PaymentTable,
  provider: GuardedProvider,
  siteUrl: string,
): Promise<PaymentTable> {
  if (payment.provider_order !== null) return payment;
  const { id, session } = await provider.createOrder(await toOrderDue(db, payment, siteUrl));
  // Concurrent requests may each create an order: the first one stored is used.
  return write(db, async (tx) => {
    await tx
      .updateTable('payment')
      .set({ provider_order: id, provider_session: session ?? null, expires_at: endOfHold(payment) })
      .where('id', '=', payment.id)
      .where('provider_order', 'is', null)
      .execute();
    return tx.selectFrom('payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow();
  });
}

/** Runs `work`. Throws a `Refusal` (503) if the provider fails in it: whoever asked may try again. */
async function refuseIfUnreachable<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnreachable)
      throw new Refusal(503, failure.paymentUnreachable, { retryAfter: RETRY_AFTER_SECONDS });
    throw error;
  }
}

/**
 * The current payment, with the options of the provider's checkout in the browser: none when it is no longer pending or already authorised, or
 * the shop no longer has its provider. Throws a `Refusal` (503) while the provider is unreachable.
 */
export async function preparePaymentOptions(
  db: Db,
  payment: PaymentTable,
  provider: GuardedProvider | undefined,
  siteUrl: string,
): Promise<{ payment: PaymentTable; options?: Record<string, string> }> {
  // One whose time is over waits for the provider's answer.
  if (payment.status !== 'pending' || isHoldExpired(payment) || isConfirming(payment)) return { payment };
  if (provider?.name !== payment.provider) return { payment };
  return refuseIfUnreachable(async () => {
    const opened = await openProviderOrder(db, payment, provider, siteUrl);
    const order = { id: opened.provider_order ?? '', session: opened.provider_session ?? undefined };
    return { payment: opened, options: provider.getClientOptions(toDue(opened), order) };
  });
}

/** How often the provider is asked about a payment that browsers report as paid, in milliseconds. */
const CONFIRM_INTERVAL_MS = 2000;

/**
 * Records the outcome that the browser reports. "Paid" needs a valid proof, or for a provider without proofs its own answer: without one the
 * payment stays as it is. "Failed" and "abandoned" need none. Idempotent. Returns the current payment. Throws a `Refusal`: 404 unknown payment, 422 invalid
 * proof, 503 the provider fails.
 */
export async function recordPaymentOutcome(
  db: Db,
  {
    id,
    customerId,
    provider,
    body,
  }: { id: string; customerId: number; provider: GuardedProvider | undefined; body: BodyOf<typeof confirmPaymentCall> },
): Promise<PaymentTable> {
  const payment = await findPayment(db, id, customerId);
  const { outcome, proof = {} } = body;
  if (outcome !== 'paid') return write(db, (tx) => cancelPayment(tx, id, outcome));
  if (payment.status === 'paid') return payment;
  if (provider?.name !== payment.provider) throw new Refusal(422, failure.paymentUnproved);
  const { verifyProof } = provider;
  if (!verifyProof) {
    await askProviderAgain(db, payment, provider, CONFIRM_INTERVAL_MS);
    return rereadPayment(db, payment);
  }
  const providerPayment = await refuseIfUnreachable(() => verifyProof(toDue(payment), payment.provider_order, proof));
  if (providerPayment === undefined) throw new Refusal(422, failure.paymentUnproved);
  return write(db, (tx) => settlePayment(tx, id, providerPayment));
}

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
  provider: GuardedProvider | undefined,
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
  const providerPayment = provider.verifyProof?.(toDue(payment), payment.provider_order, fields);
  if (providerPayment === undefined) return { payment, failed: provider.readCallbackFailure(fields) };
  return { payment: await write(db, (tx) => settlePayment(tx, payment.id, providerPayment)), failed: undefined };
}

/** Why a webhook needs the owner's attention, such as an order that this shop does not have. */
export type MismatchReason = 'unknown_order' | 'amount' | 'currency' | 'second_payment' | 'refund' | 'refund_failed';

export interface PaymentMismatch {
  reason: MismatchReason;
  received: ReceivedPayment | ReturnedPayment;
  /** This shop's payment for the provider's order, amount in paise; undefined when there is none. */
  payment: { id: string; amount: number } | undefined;
}

type KnownEvent = Exclude<PaymentEvent, { kind: 'other' }>;

/** Whether an event is about money that has not arrived: without a payment of this shop it needs no attention. */
const isProgress = ({ kind }: KnownEvent): boolean => kind === 'authorised' || kind === 'failed';

const findPaymentOf = (tx: Tx, provider: string, { providerOrder }: Pick<ReceivedPayment, 'providerOrder'>) =>
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
  return received.amount === undefined || received.amount === payment.amount ? undefined : 'amount';
}

/** Records an event of a payment. Returns a reason when the owner's attention is needed. */
async function recordEvent(tx: Tx, { kind, received }: KnownEvent, paymentId: string): Promise<MismatchReason | undefined> {
  if (kind === 'return failed') {
    const asked = await findReportedRefund(tx, paymentId, received);
    if (asked) await recordRefundState(tx, asked, 'failed');
    return 'refund_failed';
  }
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
 * a `Refusal`: 404 no such webhook, 401 invalid signature, 503 the provider's code fails on it: it is sent again.
 */
export async function processWebhook(
  db: Db,
  provider: GuardedProvider | undefined,
  { name, body, headers }: { name: string; body: string; headers: Headers },
): Promise<PaymentMismatch | undefined> {
  if (provider?.name !== name || !provider.parseWebhook) throw new Refusal(404, failure.notFound);
  const { parseWebhook } = provider;
  const webhook = await refuseIfUnreachable(() => parseWebhook(body, headers));
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
 * Records that the provider returns money (paise); a refund that this shop has asked for counts once. If all of a payment is returned that was never settled, its orders are cancelled and a
 * late report of that payment changes nothing; the shopper may have paid again. Returns false when no refund of this amount of that payment is
 * due.
 */
export async function recordReturn(
  tx: Tx,
  paymentId: string,
  {
    providerPayment,
    returned,
    isDone,
    shopRefund,
  }: Pick<ReturnedPayment, 'providerPayment' | 'returned' | 'isDone' | 'shopRefund'>,
): Promise<boolean> {
  const asked = await findReportedRefund(tx, paymentId, { shopRefund, providerPayment, returned });
  if (asked) {
    await recordRefundState(tx, asked, isDone ? 'done' : 'pending');
    return true;
  }
  const payment = await lockPayment(tx, paymentId);
  if (payment.provider_payment === null && returned >= payment.amount) {
    await cancelPayment(tx, paymentId, 'failed');
    await rememberReturned(tx, payment.provider, providerPayment);
    return true;
  }
  const settled = await settlePayment(tx, paymentId, providerPayment);
  if (settled.provider_payment !== providerPayment && (await isReturned(tx, payment.provider, providerPayment))) return true;
  return !isDone || markReturned(tx, paymentId, returned, await findSecondPayment(tx, settled, providerPayment));
}
