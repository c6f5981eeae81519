import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { RefundTable } from '#api/database/schema/payments.ts';
import { recordRefund } from '#api/services/events/order-events.ts';
import { ORDER_CANCELLED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';

export interface Refund {
  /** Paise. */
  amount: number;
  due_at: string;
  done_at: string | null;
  /** The provider's ids of the payments to return. */
  payments: string[];
}

/** The `provider_payment` of a refund of what settled the payment; that of a second payment has its id. */
const SETTLED = '';

interface PaidOrder {
  id: number;
  /** Paise. */
  final_amount: number;
}

/** Adds to the refund of an order, of which a part may have been returned already. */
async function addToRefund(tx: Tx, { order_id, amount, returned, done_at }: RefundTable, more: number): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ amount: amount + more, returned: done_at === null ? returned : amount, due_at: isoNow(), done_at: null })
    .where('order_id', '=', order_id)
    .where('provider_payment', '=', SETTLED)
    .execute();
}

/**
 * Creates a refund of the amount for each order, or adds it to the one that an earlier change of the order has made, without what the provider
 * has returned of the payment already. Expects the customer to be locked.
 */
export async function createRefunds(tx: Tx, paymentId: string, orders: readonly PaidOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const due_at = isoNow();
  let { returned } = await tx.selectFrom('payment').select('returned').where('id', '=', paymentId).executeTakeFirstOrThrow();
  const before = returned;
  for (const { id, final_amount } of orders) {
    if (final_amount === 0) continue;
    const credited = Math.min(returned, final_amount);
    const isReturned = credited === final_amount;
    const earlier = await readSettledRefund(tx, id);
    returned -= credited;
    if (earlier) {
      if (!isReturned) await addToRefund(tx, earlier, final_amount - credited);
      continue;
    }
    const done_at = isReturned ? due_at : null;
    const amount = isReturned ? final_amount : final_amount - credited;
    const row = { order_id: id, payment_id: paymentId, provider_payment: SETTLED, amount, returned: 0, due_at, done_at };
    await tx.insertInto('refund').values(row).execute();
    if (isReturned) await markDone(tx, id, [SETTLED]);
  }
  if (returned !== before) await tx.updateTable('payment').set({ returned }).where('id', '=', paymentId).execute();
}

/** Records that the provider has returned money (paise) of what settled a payment, although none of this amount was due. */
const recordUnaskedReturn = async (tx: Tx, paymentId: string, amount: number): Promise<void> =>
  void (await tx
    .updateTable('payment')
    .set(({ eb }) => ({ returned: eb('returned', '+', amount) }))
    .where('id', '=', paymentId)
    .execute());

const readSettledRefund = (db: Db, orderId: number): Promise<RefundTable | undefined> =>
  db.selectFrom('refund').selectAll().where('order_id', '=', orderId).where('provider_payment', '=', SETTLED).executeTakeFirst();

/** What is due to be returned of the payment that settled an order, in paise, or has been; 0 for nothing. */
export async function findSettledRefund(db: Db, orderId: number): Promise<number> {
  const refund = await readSettledRefund(db, orderId);
  if (!refund) return 0;
  return refund.done_at === null ? sumLeft([refund]) : refund.amount;
}

/**
 * Creates the refund of a second payment for orders that have been paid, or whose money is due back, already; it is recorded on the first
 * of them. `amount` in paise. False when it exists.
 */
export async function createSecondRefund(
  tx: Tx,
  {
    paymentId,
    providerPayment,
    orderId,
    amount,
  }: { paymentId: string; providerPayment: string; orderId: number; amount: number },
): Promise<boolean> {
  const created = await tx
    .insertInto('refund')
    .values({
      order_id: orderId,
      payment_id: paymentId,
      provider_payment: providerPayment,
      amount,
      returned: 0,
      due_at: isoNow(),
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'provider_payment']).doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return created !== undefined;
}

/** The sum of a payment's refunds, due or done, in paise; 0 for none. */
export async function sumRefunds(db: Db, paymentId: string): Promise<number> {
  const refunds = await db.selectFrom('refund').select('amount').where('payment_id', '=', paymentId).execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Sums the amounts due to be refunded for an order; when none is due, returns the last refund. Undefined without a refund. */
export async function findRefund(db: Db, orderId: number): Promise<Refund | undefined> {
  const all = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.amount',
      'refund.returned',
      'due_at',
      'done_at',
      'refund.provider_payment',
      'payment.provider_payment as settled_by',
    ])
    .where('order_id', '=', orderId)
    .orderBy('due_at')
    .execute();
  const lastDone =
    all
      .map(({ done_at }) => done_at ?? '')
      .toSorted()
      .at(-1) || null;
  const done_at = all.some((refund) => refund.done_at === null) ? null : lastDone;
  const shown = all.filter((refund) => refund.done_at === done_at);
  const [first] = shown;
  return (
    first && {
      amount: done_at === null ? sumLeft(shown) : shown.reduce((sum, { amount }) => sum + amount, 0),
      due_at: first.due_at,
      done_at,
      payments: shown.flatMap(({ provider_payment, settled_by }) => provider_payment || settled_by || []),
    }
  );
}

/** The refunds of further payments for orders already paid, by order: what is still due, else what has been returned. */
export async function readExtraRefunds(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, { amount: string; done: boolean }>> {
  const refunds = await db
    .selectFrom('refund')
    .select(['order_id', 'amount', 'done_at'])
    .where('order_id', 'in', orderIds)
    .where('provider_payment', '<>', SETTLED)
    .execute();
  const byOrder = Map.groupBy(refunds, ({ order_id }) => order_id);
  return new Map(
    [...byOrder].map(([orderId, all]) => {
      const due = all.filter(({ done_at }) => done_at === null);
      const shown = due.length > 0 ? due : all;
      return [orderId, { amount: toRupees(shown.reduce((sum, { amount }) => sum + amount, 0)), done: due.length === 0 }];
    }),
  );
}

/**
 * Marks refunds as done. The payment status of an order that is cancelled or came back changes with the refund of what settled it; one paid
 * on delivery keeps its own.
 */
async function markDone(tx: Tx, orderId: number, providerPayments: readonly string[]): Promise<void> {
  const refunds = await tx
    .updateTable('refund')
    .set({ done_at: isoNow() })
    .where('order_id', '=', orderId)
    .where('provider_payment', 'in', providerPayments)
    .returning(['amount', 'returned'])
    .execute();
  if (providerPayments.includes(SETTLED))
    await tx
      .updateTable('orders')
      .set({ payment_status: 'refunded' })
      .where('id', '=', orderId)
      .where('payment_method', '=', 'prepaid')
      .where('status', 'in', [ORDER_CANCELLED, ORDER_RETURNED])
      .execute();
  await recordReturnedPart(tx, orderId, sumLeft(refunds));
}

async function recordReturnedPart(tx: Tx, orderId: number, amount: number): Promise<void> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  recordRefund(tx, order, amount);
}

type RefundPart = Pick<RefundTable, 'amount' | 'returned'>;

/** What refunds still have to return, in paise. */
const sumLeft = (refunds: readonly RefundPart[]): number =>
  refunds.reduce((sum, { amount, returned }) => sum + amount - returned, 0);

/** What is due of an order, in paise, with its payment and the provider's id of a second payment; '' for what settled it. */
export async function readDueRefunds(
  db: Db,
  orderId: number,
): Promise<{ payment_id: string; provider_payment: string; left: number }[]> {
  const due = await db.selectFrom('refund').selectAll().where('order_id', '=', orderId).where('done_at', 'is', null).execute();
  return due.map((refund) => ({
    payment_id: refund.payment_id,
    provider_payment: refund.provider_payment,
    left: sumLeft([refund]),
  }));
}

/**
 * Records that the provider has returned money (paise) of an order at the shop's request: it counts for what is due, and if nothing is, for a later
 * refund. `secondPayment` as `findSecondPayment` says. Returns whether this ended a refund that was due.
 */
export async function returnMoney(
  tx: Tx,
  {
    orderId,
    paymentId,
    amount,
    secondPayment = SETTLED,
  }: { orderId: number; paymentId: string; amount: number; secondPayment?: string | undefined },
): Promise<boolean> {
  const due = await tx
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .where('provider_payment', '=', secondPayment)
    .executeTakeFirst();
  // The owner has marked it with --refunded meanwhile.
  if (due?.done_at) return false;
  if (due && amount >= sumLeft([due])) {
    await markDone(tx, orderId, [secondPayment]);
    return true;
  }
  if (!due) await recordUnaskedReturn(tx, paymentId, amount);
  else
    await tx
      .updateTable('refund')
      .set(({ eb }) => ({ returned: eb('returned', '+', amount) }))
      .where('order_id', '=', orderId)
      .where('provider_payment', '=', secondPayment)
      .execute();
  await recordReturnedPart(tx, orderId, amount);
  return false;
}

/** Marks everything due for an order as returned; false when nothing is due. */
export async function markRefunded(tx: Tx, orderId: number): Promise<boolean> {
  const due = await lockRows(
    tx,
    tx.selectFrom('refund').select('provider_payment').where('order_id', '=', orderId).where('done_at', 'is', null),
  ).execute();
  if (due.length === 0) return false;
  await markDone(
    tx,
    orderId,
    due.map(({ provider_payment }) => provider_payment),
  );
  return true;
}

/**
 * Marks refunds of a payment that the provider reports as returned: all that are due when `amount` (paise) is their sum, else one of
 * exactly this amount. `secondPayment` as `findSecondPayment` says; without it, what settled the payment was returned, and an amount
 * that is not due is remembered: a later refund is less by it. Returns whether it was due, or all are done already.
 */
export async function markReturned(tx: Tx, paymentId: string, amount: number, secondPayment = SETTLED): Promise<boolean> {
  const refunds = await tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('provider_payment', '=', secondPayment)
    .orderBy('order_id')
    .execute();
  const due = refunds.filter(({ done_at }) => done_at === null);
  if (due.length === 0 && refunds.length > 0) return true;
  const isAll = sumLeft(due) === amount;
  const marked = isAll ? due : due.filter((refund) => sumLeft([refund]) === amount).slice(0, 1);
  for (const { order_id } of marked) await markDone(tx, order_id, [secondPayment]);
  if (marked.length === 0 && secondPayment === SETTLED) await recordUnaskedReturn(tx, paymentId, amount);
  return marked.length > 0;
}
