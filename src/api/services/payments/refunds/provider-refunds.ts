import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ProviderRefund } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { notifyRefunded } from '#api/services/orders/customer-mails-and-sms.ts';
import { settleStaged } from '#api/services/orders/staged/stage.ts';
import { lockPayment } from '#api/services/payment-records/payments.ts';
import { returnMoney } from '#api/services/payment-records/refunds.ts';
import { findSecondPayment } from '#api/services/payment-records/refunds-of-orders.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { ProviderUnreachable, type RefundState, type ReturnedPayment } from '#api/services/payments/provider-interface.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import {
  amountOf,
  lockForRefund,
  type Refundable,
  RefundNotPossible,
  type RefundWish,
  readRefundable,
  requireSeen,
} from './refundable.ts';

/** When the worker asks for a refund that nobody has asked the provider for, in milliseconds after it was recorded. */
const FIRST_QUESTION_MS = MINUTE_MS;

/** Letters and digits only, which every provider takes. */
const createRefundId = (): string => `RF${randomBytes(12).toString('hex')}`;

/** The refunds of an order that the shop has asked its provider for, oldest first. */
export const readProviderRefunds = (db: Db, orderId: number): Promise<ProviderRefund[]> =>
  db.selectFrom('provider_refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();

/** Who asks for a refund, and by which form: a repeated form gets what it has asked for. */
export interface RefundAsker {
  actor?: string;
  formId?: string | undefined;
  /** What had been returned when the form was shown, in paise. */
  seen?: number | undefined;
  /** Called in the transaction that records a new refund, once for each, with its paise. */
  record?: (tx: Tx, amount: number) => Promise<void>;
}

type RefundPlan = Pick<ProviderRefund, 'payment_id' | 'provider_payment' | 'amount'>;

/** The parts to return, with the payment of each. Throws `RefundNotPossible`. */
function planParts(order: Refundable, wish: RefundWish): RefundPlan[] {
  const { due, order_number, settled, payment_method } = order;
  if (wish.kind === 'due') {
    if (order.byHand.some(({ done_at }) => done_at === null))
      throw new RefundNotPossible(`A refund by hand is recorded for ${order_number}: send it, or take it back first`);
    if (due.length === 0)
      throw new RefundNotPossible(`There is no refund due for ${order_number}. Name how much to return: --amount 200.00`);
    return due.map(({ payment_id, provider_payment, left }) => {
      const of = provider_payment || (payment_id === settled?.id ? settled.provider_payment : '');
      if (!of) throw new RefundNotPossible(`The provider's payment of ${order_number} is not known: make the refund there`);
      return { payment_id, provider_payment: of, amount: left };
    });
  }
  if (!settled || payment_method !== 'prepaid')
    throw new RefundNotPossible('The order has not been paid online, so there is nothing to return. Return the money by hand');
  return [{ payment_id: settled.id, provider_payment: settled.provider_payment, amount: amountOf(order, wish) }];
}

/**
 * Records the refunds that the provider is to make of an order, before it is asked: what is due, an amount, or items. While one is pending, returns
 * that one instead, so that repeating a request makes no second refund. Locks the order. Throws `RefundNotPossible`.
 */
export async function recordRefundRequest(
  tx: Tx,
  orderId: number,
  wish: RefundWish,
  { actor = '', formId, seen, record }: RefundAsker = {},
): Promise<ProviderRefund[]> {
  await settleStaged(tx, [orderId]);
  await lockForRefund(tx, orderId);
  const order = await readRefundable(tx, orderId);
  const asked = formId === undefined ? [] : order.requests.filter(({ form_id }) => form_id === formId);
  if (asked.length > 0) return asked;
  const pending = order.requests.filter(({ state }) => state === 'pending');
  const [waiting] = pending;
  const isSame = wish.kind === 'due' || (wish.kind === 'amount' && formId === undefined && wish.amount === waiting?.amount);
  if (waiting && !isSame)
    throw new RefundNotPossible(
      `A refund of ${toRupees(waiting.amount)} for ${order.order_number} is being made. Wait for its end`,
    );
  if (waiting) return pending;
  requireSeen(order, seen);
  const now = isoNow();
  const rows = planParts(order, wish).map((part) => ({
    id: createRefundId(),
    order_id: orderId,
    ...part,
    state: 'pending' as const,
    created_at: now,
    changed_at: now,
    form_id: formId ?? null,
    units: wish.kind === 'items' ? JSON.stringify(wish.of) : null,
    reason: (wish.kind !== 'due' && wish.reason) || null,
    actor,
    // A process that ends before it has asked leaves the question to the worker.
    ask_at: isoFromNow(FIRST_QUESTION_MS),
  }));
  for (const { amount } of rows) await record?.(tx, amount);
  return tx.insertInto('provider_refund').values(rows).returningAll().execute();
}

/**
 * Records how far a refund is. Once it is done, it counts for what is due of its order, and the customer is told when nothing is left. Idempotent:
 * a refund that is done stays so.
 */
export async function recordRefundState(tx: Tx, { id, payment_id }: ProviderRefund, state: RefundState): Promise<void> {
  const payment = await lockPayment(tx, payment_id);
  const changed = await tx
    .updateTable('provider_refund')
    .set({ state, changed_at: isoNow(), is_unclear: 0, ask_at: isoFromNow(HOUR_MS) })
    .where('id', '=', id)
    .where('state', 'in', state === 'done' ? ['pending', 'failed'] : ['pending'])
    .returningAll()
    .executeTakeFirst();
  if (changed?.state !== 'done') return;
  const { order_id, provider_payment, amount } = changed;
  const secondPayment = await findSecondPayment(tx, payment, provider_payment);
  const isAll = await returnMoney(tx, { orderId: order_id, paymentId: payment_id, amount, secondPayment });
  if (isAll) await notifyRefunded(tx, order_id);
}

/** Records that the provider did not answer. The questions grow rarer with the age of the refund, up to one an hour. */
const recordSilence = (db: Db, { id, created_at }: ProviderRefund): Promise<unknown> =>
  write(db, (tx) =>
    tx
      .updateTable('provider_refund')
      .set({
        is_unclear: 1,
        ask_at: isoFromNow(Math.min(HOUR_MS, Math.max(MINUTE_MS, Date.now() - Date.parse(created_at)))),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute(),
  );

/**
 * Asks the provider for a recorded refund and records its answer. Throws `ProviderUnreachable`: the refund stays pending then, and is asked for again
 * with the same id, because its money may have moved.
 */
export async function askForRefund(db: Db, row: ProviderRefund, provider: GuardedProvider): Promise<RefundState> {
  if (!provider.refund) throw new RefundNotPossible(`${provider.name} makes no refunds for the shop`);
  const { provider_order } = await db
    .selectFrom('payment')
    .select('provider_order')
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  const { id, amount, provider_payment: providerPayment } = row;
  try {
    const state = await provider.refund({ id, amount, providerOrder: provider_order ?? '', providerPayment });
    await write(db, (tx) => recordRefundState(tx, row, state));
    return state;
  } catch (error) {
    if (error instanceof ProviderUnreachable) await recordSilence(db, row);
    throw error;
  }
}

/** How long a pending refund is asked about, and how many in one run. */
const [ASK_FOR_MS, MAX_ASKED] = [30 * DAY_MS, 100];

/** Failures of the provider after which a run asks no more. */
const MAX_FAILURES = 3;

/**
 * Asks the provider again for pending refunds that are due to be asked by `until`: their request or report may be lost. Safe to run in several
 * processes.
 */
export async function askPendingRefunds(db: Db, provider: GuardedProvider | undefined, until = isoNow()): Promise<void> {
  if (!provider?.refund) return;
  const pending = await db
    .selectFrom('provider_refund')
    .innerJoin('payment', 'payment.id', 'provider_refund.payment_id')
    .selectAll('provider_refund')
    .where('provider_refund.state', '=', 'pending')
    .where('ask_at', '<=', until)
    .where('payment.provider', '=', provider.name)
    .where('provider_refund.created_at', '>', isoAgo(ASK_FOR_MS))
    .orderBy('ask_at')
    .limit(MAX_ASKED)
    .execute();
  let failures = 0;
  for (const row of pending) {
    try {
      await askForRefund(db, row, provider);
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      if (++failures >= MAX_FAILURES) return;
    }
  }
}

/** The refund of this shop that a report is about: by its id, or for a provider that does not name it, by payment and amount. */
export async function findReportedRefund(
  tx: Tx,
  paymentId: string,
  { shopRefund, providerPayment, returned }: Pick<ReturnedPayment, 'shopRefund' | 'providerPayment' | 'returned'>,
): Promise<ProviderRefund | undefined> {
  const query = tx.selectFrom('provider_refund').selectAll().where('payment_id', '=', paymentId);
  if (shopRefund !== undefined) return query.where('id', '=', shopRefund).executeTakeFirst();
  return query
    .where('state', '=', 'pending')
    .where('provider_payment', '=', providerPayment)
    .where('amount', '=', returned)
    .orderBy('created_at')
    .executeTakeFirst();
}
