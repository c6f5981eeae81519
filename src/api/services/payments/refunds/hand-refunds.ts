import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { HandRefundTable } from '#api/database/schema/money.ts';
import { recordRefund } from '#api/services/events/order-events.ts';
import { notifyRefunded } from '#api/services/orders/customer-mails-and-sms.ts';
import { settleStaged } from '#api/services/orders/staged/stage.ts';
import { markRefunded, readDueRefunds, returnMoney } from '#api/services/payment-records/refunds.ts';
import { REFUND_PAYEE_RETENTION_DAYS } from '#api/services/retention.ts';
import { type Payee, payee } from '#lib/contract/admin/refunds.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import type { RefundAsker } from './provider-refunds.ts';
import { amountOf, lockForRefund, RefundNotPossible, type RefundWish, readRefundable, requireSeen } from './refundable.ts';

const HIDDEN = '••••';

/** A payee that its owner recognises: "as••••@okaxis", "••••1234, SBIN0001234"; "Cash" where no account was named. */
export function maskPayee(to: Payee | undefined): string {
  if (to?.upi) return to.upi.replace(/^(.{1,2}).*(?=@)/u, `$1${HIDDEN}`);
  return to?.account ? `${HIDDEN}${to.account.slice(-4)}, ${to.ifsc}` : 'Cash';
}

export interface HandRefundWish {
  wish: RefundWish;
  payee: Payee | undefined;
  reference?: string | undefined;
}

/**
 * Records a refund that staff make themselves: as due, or with a reference as sent. A repeated form gets what it has recorded. Locks the order.
 * Throws `RefundNotPossible`.
 */
export async function recordHandRefund(
  tx: Tx,
  orderId: number,
  { wish, payee: to, reference }: HandRefundWish,
  { actor = '', formId, seen, record }: RefundAsker = {},
): Promise<HandRefundTable> {
  await settleStaged(tx, [orderId]);
  await lockForRefund(tx, orderId);
  const order = await readRefundable(tx, orderId);
  const known = formId === undefined ? undefined : order.byHand.find(({ form_id }) => form_id === formId);
  if (known) return known;
  requireSeen(order, seen);
  const due = order.due.reduce((sum, { left }) => sum + left, 0);
  if (wish.kind === 'due' && due === 0) throw new RefundNotPossible(`There is no refund due for ${order.order_number}`);
  if (wish.kind === 'due' && order.requests.some(({ state }) => state === 'pending'))
    throw new RefundNotPossible(`A refund for ${order.order_number} is being made by ${order.provider}. Wait for its end`);
  const amount = wish.kind === 'due' ? due : amountOf(order, wish);
  const row = {
    id: `RH${randomBytes(12).toString('hex')}`,
    order_id: orderId,
    amount,
    units: wish.kind === 'items' ? JSON.stringify(wish.of) : null,
    reason: (wish.kind !== 'due' && wish.reason) || null,
    payee: to ? JSON.stringify(to) : null,
    payee_shown: maskPayee(to),
    reference: null,
    form_id: formId ?? null,
    actor,
    created_at: isoNow(),
    done_at: null,
  };
  await tx.insertInto('hand_refund').values(row).execute();
  await record?.(tx, amount);
  return reference ? (await markRefundSent(tx, row.id, reference)).row : row;
}

const find = (db: Db, id: string): Promise<HandRefundTable | undefined> =>
  db.selectFrom('hand_refund').selectAll().where('id', '=', id).executeTakeFirst();

async function lockHandRefund(tx: Tx, id: string): Promise<HandRefundTable> {
  const found = await find(tx, id);
  if (!found) throw new RefundNotPossible('There is no such refund');
  await lockForRefund(tx, found.order_id);
  const row = await find(tx, id);
  if (!row) throw new RefundNotPossible('This refund has been taken back');
  return row;
}

/**
 * Records that staff have sent a refund. It counts for what is due of its order, and the customer is told. Repeating it changes nothing. Throws
 * `RefundNotPossible` for an unknown one. `isNew` is false when it had been sent already.
 */
export async function markRefundSent(tx: Tx, id: string, reference: string): Promise<{ row: HandRefundTable; isNew: boolean }> {
  const row = await lockHandRefund(tx, id);
  if (row.done_at) return { row, isNew: false };
  const sent = { done_at: isoNow(), reference };
  await tx.updateTable('hand_refund').set(sent).where('id', '=', id).execute();
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', row.order_id).executeTakeFirstOrThrow();
  const payment = await tx
    .selectFrom('payment')
    .select('id')
    .where('checkout_id', '=', order.checkout_id)
    .where('provider_payment', 'is not', null)
    .executeTakeFirst();
  const due = (await readDueRefunds(tx, order.id)).reduce((sum, { left }) => sum + left, 0);
  if (due > 0 && due === row.amount) {
    await markRefunded(tx, order.id);
    await notifyRefunded(tx, order.id);
  } else if (payment && order.payment_method === 'prepaid') {
    const isAll = await returnMoney(tx, { orderId: order.id, paymentId: payment.id, amount: row.amount });
    if (isAll) await notifyRefunded(tx, order.id);
  } else {
    recordRefund(tx, order, row.amount);
    await notifyRefunded(tx, order.id, row.amount);
  }
  return { row: { ...row, ...sent }, isNew: true };
}

/** Takes a refund back that has not been sent. Throws `RefundNotPossible` for one that has been. */
export async function takeBack(tx: Tx, id: string): Promise<HandRefundTable> {
  const row = await lockHandRefund(tx, id);
  if (row.done_at) throw new RefundNotPossible('This refund has been sent');
  await tx.deleteFrom('hand_refund').where('id', '=', id).execute();
  return row;
}

/** Where the money of a refund goes; undefined for cash, an unknown refund, and one whose details have been erased. */
export async function readPayee(db: Db, id: string): Promise<Payee | undefined> {
  const row = await find(db, id);
  return row?.payee ? payee.parse(JSON.parse(row.payee)) : undefined;
}

/** Erases where the money of refunds went, some time after they were sent. */
export async function erasePayees(tx: Tx): Promise<void> {
  await tx
    .updateTable('hand_refund')
    .set({ payee: null })
    .where('done_at', '<', isoAgo(REFUND_PAYEE_RETENTION_DAYS * DAY_MS))
    .where('payee', 'is not', null)
    .execute();
}
