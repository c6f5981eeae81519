import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { limitConcurrency, PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import { findLinkPayment, isHoldExpired, lockPayment, PAYMENT_HOLD_MS } from '#api/services/payment-records/payments.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { notifyHoldExpired } from '#api/services/payments/payment-mails-and-sms.ts';
import { Refusal } from '#api/services/refusal.ts';
import { defaultCancelReasons } from '#lib/contract/messages/notices.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { askProvider, askProviderAgain, canBeAsked, type ProviderSays, rereadPayment } from './ask-provider.ts';

/** Expires a pending payment, releases its stock and notifies the customer. Idempotent; a payment that was made meanwhile stays paid. */
export async function expirePayment(tx: Tx, paymentId: string): Promise<PaymentTable> {
  const { status } = await lockPayment(tx, paymentId);
  const payment = await cancelPayment(tx, paymentId, 'expired');
  if (status === 'pending' && !(await findLinkPayment(tx, paymentId))) await notifyHoldExpired(tx, payment);
  return payment;
}

/** How long after its hold a payment waits for a provider that cannot be reached, or whose bank has promised the money. */
const WAIT_FOR_PROVIDER_MS = HOUR_MS;

/** How long after its hold the provider is still asked about an expired payment, if it has not been asked since. */
const ASK_LATER_MS = DAY_MS;

/** Requests to the provider at a time, and failures after which a run asks no more. */
const [MAX_ASKED_AT_ONCE, MAX_FAILURES] = [4, 3];

const isWaitOver = ({ expires_at }: PaymentTable): boolean =>
  expires_at <= isoAgo(WAIT_FOR_PROVIDER_MS) || expires_at > latestExpiry(PAYMENT_HOLD_MS);

/**
 * Ends the hold of a pending payment by what the provider says of it: a paid one is settled, an unpaid one expires. While the provider does not
 * know, it stays pending for an hour. False if it stays.
 */
async function endHold(db: Db, payment: PaymentTable, says: ProviderSays): Promise<boolean> {
  if (says === 'paid') return true;
  if (says !== 'nothing' && says !== 'unasked' && !isWaitOver(payment)) return false;
  await write(db, async (tx) => {
    await expirePayment(tx, payment.id);
    if (says === 'nothing') await markAsked(tx, payment.id);
  });
  return true;
}

const markAsked = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.updateTable('payment').set({ asked_at: isoNow() }).where('id', '=', id).execute());

/** How often the provider is asked about a payment that a shopper looks at, and from which age on, in milliseconds. */
const [LOOK_INTERVAL_MS, LOOK_AGE_MS] = [30_000, MINUTE_MS];

/**
 * The current state of a payment that a shopper looks at: its report may be lost, so the provider is asked now and then. Ends a hold whose time is
 * over and that no worker has ended yet.
 */
export async function refreshPayment(
  db: Db,
  payment: PaymentTable,
  provider: GuardedProvider | undefined,
): Promise<PaymentTable> {
  if (payment.status !== 'pending') return payment;
  const isOver = isHoldExpired(payment);
  if (!isOver && payment.created_at > isoAgo(LOOK_AGE_MS)) return payment;
  const says = await askProviderAgain(db, payment, provider, LOOK_INTERVAL_MS);
  // One that was asked about a moment ago is left to the worker.
  if (isOver && (says !== 'unasked' || !canBeAsked(payment, provider))) await endHold(db, payment, says);
  return rereadPayment(db, payment);
}

const readDue = (db: Db): Promise<PaymentTable[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('status', '=', 'pending')
    // A hold that ends implausibly late was made while the clock was ahead.
    .where(({ or, eb }) => or([eb('expires_at', '<=', isoNow()), eb('expires_at', '>', latestExpiry(PAYMENT_HOLD_MS))]))
    .orderBy('expires_at')
    .execute();

/** Payments that ended within a day without an answer of the provider. */
const readUnasked = (db: Db, provider: string): Promise<PaymentTable[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('asked_at', 'is', null)
    .where('provider_payment', 'is', null)
    .where('expires_at', '>', isoAgo(ASK_LATER_MS))
    .where('expires_at', '<=', isoNow())
    .where('status', 'in', ['expired', 'abandoned', 'failed'])
    .where('provider_order', 'is not', null)
    .where('provider', '=', provider)
    .execute();

/** Shuffled, so that payments about which the provider always fails do not keep it from the others. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Waits until all work is over, so that none goes on when the store is closed. Throws the first failure then. */
async function waitForAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Ends holds whose time is over and releases their stock; of each, the provider is asked first. Stops asking after `budgetMs`, or when the provider
 * fails repeatedly; the rest follows in the next run. Returns the number of ended holds. Safe to run in several processes.
 */
export async function releaseExpiredHolds(
  db: Db,
  provider?: GuardedProvider,
  budgetMs: number = PROVIDER_TIMEOUT_MS,
): Promise<number> {
  const end = Date.now() + budgetMs;
  const limit = limitConcurrency(MAX_ASKED_AT_ONCE);
  let failures = 0;
  const ask = async (payment: PaymentTable): Promise<ProviderSays> => {
    if (!canBeAsked(payment, provider)) return 'unasked';
    if (failures >= MAX_FAILURES || Date.now() > end) return 'unreachable';
    const says = await askProvider(db, payment, provider);
    if (says === 'unreachable') failures++;
    return says;
  };
  const ended = (await readDue(db)).map((payment) => limit(async () => endHold(db, payment, await ask(payment))));
  const count = (await waitForAll(ended)).filter((isEnded) => isEnded).length;
  if (!provider?.findPayment) return count;
  const later = shuffle(await readUnasked(db, provider.name)).map((payment) =>
    limit(async () => {
      if ((await ask(payment)) === 'nothing') await write(db, (tx) => markAsked(tx, payment.id));
    }),
  );
  await waitForAll(later);
  return count;
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
export async function retryAfterExpiredHolds<Result>(
  db: Db,
  provider: GuardedProvider | undefined,
  place: () => Promise<Result>,
): Promise<Result> {
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof Refusal) || (await releaseExpiredHolds(db, provider)) === 0) throw error;
    return place();
  }
}
