import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable, ProviderRefundTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { lockPayment } from '#api/services/payments/payments.ts';
import { ProviderUnreachable, type RefundState, type ReturnedPayment } from '#api/services/payments/provider-interface.ts';
import { readDueRefunds, returnMoney } from '#api/services/payments/refunds.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { notifyRefunded } from './customer-mails-and-sms.ts';

/** Why a refund cannot be made, as a sentence for the owner. */
export class RefundNotPossible extends Error {}

/** Letters and digits only, which every provider takes. */
const createRefundId = (): string => `RF${randomBytes(12).toString('hex')}`;

/** The refunds of an order that the shop has asked its provider for, oldest first. */
export const readProviderRefunds = (db: Db, orderId: number): Promise<ProviderRefundTable[]> =>
  db.selectFrom('provider_refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();

interface PaidOrder {
  id: number;
  order_number: string;
  final_amount: number;
  payment: PaymentTable & { provider_payment: string };
}

/** Locks and reads an order that has been paid online. Throws `RefundNotPossible`. */
async function lockPaidOrder(tx: Tx, orderId: number): Promise<PaidOrder> {
  const read = () =>
    tx
      .selectFrom('orders')
      .innerJoin('payment', 'payment.checkout_id', 'orders.checkout_id')
      .select(['orders.id', 'orders.order_number', 'orders.final_amount', 'payment.id as payment_id'])
      .where('orders.id', '=', orderId)
      .executeTakeFirst();
  const found = await read();
  const payment = found && (await lockPayment(tx, found.payment_id));
  const order = await read();
  if (!order || !payment?.provider_payment)
    throw new RefundNotPossible('The order has not been paid online, so there is nothing to return');
  return { ...order, payment: { ...payment, provider_payment: payment.provider_payment } };
}

/** What may still be returned of an order, in paise: its total without what has been returned or asked for. */
async function findReturnable(tx: Tx, { id, final_amount, payment }: PaidOrder): Promise<number> {
  const asked = (await readProviderRefunds(tx, id)).filter(({ state }) => state !== 'failed');
  const marked = await tx
    .selectFrom('refund')
    .select('done_at')
    .where('order_id', '=', id)
    .where('provider_payment', '=', '')
    .executeTakeFirst();
  if (marked?.done_at) return 0;
  const ofOrder = final_amount - asked.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, Math.min(ofOrder, payment.amount - payment.returned));
}

/** The parts to return, with the payment of each. Throws `RefundNotPossible`. */
async function planParts(tx: Tx, order: PaidOrder, amount: number | undefined) {
  const { payment, order_number } = order;
  if (amount !== undefined) {
    const returnable = await findReturnable(tx, order);
    if (amount > returnable)
      throw new RefundNotPossible(`At most ${toRupees(returnable)} of ${order_number} can still be returned`);
    return [{ amount, provider_payment: payment.provider_payment }];
  }
  const due = await readDueRefunds(tx, order.id);
  if (due.length === 0)
    throw new RefundNotPossible(`There is no refund due for ${order_number}. Name how much to return: --amount 200.00`);
  return due.map((refund) => ({ amount: refund.left, provider_payment: refund.provider_payment || payment.provider_payment }));
}

/**
 * Records the refunds that the provider is to make of an order, before it is asked: what is due, or `amount` paise of it. While one is pending, returns
 * that one instead, so that repeating a request makes no second refund. Throws `RefundNotPossible`.
 */
export async function recordRefundRequest(tx: Tx, orderId: number, amount?: number): Promise<ProviderRefundTable[]> {
  const order = await lockPaidOrder(tx, orderId);
  const pending = (await readProviderRefunds(tx, orderId)).filter(({ state }) => state === 'pending');
  const [waiting] = pending;
  if (waiting && amount !== undefined && amount !== waiting.amount)
    throw new RefundNotPossible(
      `A refund of ${toRupees(waiting.amount)} for ${order.order_number} is being made. Wait for its end`,
    );
  if (waiting) return pending;
  const now = isoNow();
  const rows = (await planParts(tx, order, amount)).map(
    (part): ProviderRefundTable => ({
      id: createRefundId(),
      order_id: orderId,
      payment_id: order.payment.id,
      ...part,
      state: 'pending',
      created_at: now,
      changed_at: now,
    }),
  );
  await tx.insertInto('provider_refund').values(rows).execute();
  return rows;
}

/**
 * Records how far a refund is. Once it is done, it counts for what is due of its order, and the customer is told when nothing is left. Idempotent:
 * a refund that is done stays so.
 */
export async function recordRefundState(tx: Tx, { id, payment_id }: ProviderRefundTable, state: RefundState): Promise<void> {
  const payment = await lockPayment(tx, payment_id);
  const changed = await tx
    .updateTable('provider_refund')
    .set({ state, changed_at: isoNow() })
    .where('id', '=', id)
    .where('state', 'in', state === 'done' ? ['pending', 'failed'] : ['pending'])
    .returningAll()
    .executeTakeFirst();
  if (changed?.state !== 'done') return;
  const { order_id, provider_payment, amount } = changed;
  const secondPayment = provider_payment === payment.provider_payment ? undefined : provider_payment;
  const isAll = await returnMoney(tx, { orderId: order_id, paymentId: payment_id, amount, secondPayment });
  if (isAll) await notifyRefunded(tx, order_id);
}

/** Asks the provider for a recorded refund and records its answer. Throws `ProviderUnreachable`; the refund stays pending then. */
export async function askForRefund(db: Db, row: ProviderRefundTable, provider: GuardedProvider): Promise<RefundState> {
  if (!provider.refund) throw new RefundNotPossible(`${provider.name} makes no refunds for the shop`);
  const { provider_order } = await db
    .selectFrom('payment')
    .select('provider_order')
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  const { id, amount, provider_payment: providerPayment } = row;
  const state = await provider.refund({ id, amount, providerOrder: provider_order ?? '', providerPayment });
  await write(db, (tx) => recordRefundState(tx, row, state));
  return state;
}

/** How long a pending refund is asked about, and how many in one run. */
const [ASK_FOR_MS, MAX_ASKED] = [30 * DAY_MS, 100];

/** Failures of the provider after which a run asks no more. */
const MAX_FAILURES = 3;

/** Asks the provider again for pending refunds, whose request or report may be lost. Safe to run in several processes. */
export async function askPendingRefunds(db: Db, provider: GuardedProvider | undefined): Promise<void> {
  if (!provider?.refund) return;
  const pending = await db
    .selectFrom('provider_refund')
    .innerJoin('payment', 'payment.id', 'provider_refund.payment_id')
    .selectAll('provider_refund')
    .where('provider_refund.state', '=', 'pending')
    .where('payment.provider', '=', provider.name)
    .where('provider_refund.created_at', '>', isoAgo(ASK_FOR_MS))
    .orderBy('provider_refund.created_at')
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
): Promise<ProviderRefundTable | undefined> {
  const query = tx.selectFrom('provider_refund').selectAll().where('payment_id', '=', paymentId);
  if (shopRefund !== undefined) return query.where('id', '=', shopRefund).executeTakeFirst();
  return query
    .where('state', '=', 'pending')
    .where('provider_payment', '=', providerPayment)
    .where('amount', '=', returned)
    .orderBy('created_at')
    .executeTakeFirst();
}
