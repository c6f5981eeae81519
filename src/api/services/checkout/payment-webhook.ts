import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordReturn } from '#api/services/orders/record-returned-money.ts';
import { settlePayment } from '#api/services/orders/settle-payment.ts';
import { recordAuthorisation } from '#api/services/payments/payments.ts';
import type { PaymentEvent, PaymentProvider, ReceivedPayment } from '#api/services/payments/provider-interface.ts';
import { claimPaymentEvent, isReturned } from '#api/services/payments/webhook-events.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { CURRENCY } from '#lib/rules/money.ts';

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
