import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Money that the owner has to return to the customer, at the provider; marked here when done. */
export interface Refund {
  /** Paise. */
  amount: number;
  due_at: string;
  done_at: string | null;
}

interface PaidOrder {
  id: number;
  /** Paise. */
  final_amount: number;
}

/** Creates a refund of the full amount for each order that has none. */
export async function createRefunds(tx: Tx, paymentId: string, orders: readonly PaidOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const due_at = isoNow();
  await tx
    .insertInto('refund')
    .values(orders.map(({ id, final_amount }) => ({ order_id: id, payment_id: paymentId, amount: final_amount, due_at })))
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/** The sum of a payment's refunds, due or done, in paise; 0 for none. */
export async function sumRefunds(db: Db, paymentId: string): Promise<number> {
  const refunds = await db.selectFrom('refund').select('amount').where('payment_id', '=', paymentId).execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** The refund of an order, due or done. */
export const findRefund = (db: Db, orderId: number): Promise<Refund | undefined> =>
  db.selectFrom('refund').select(['amount', 'due_at', 'done_at']).where('order_id', '=', orderId).executeTakeFirst();

/** Marks an order's refund as done; false when none is due. An order that is paid on delivery keeps its payment status. */
export async function markRefunded(tx: Tx, orderId: number): Promise<boolean> {
  const refund = await tx
    .updateTable('refund')
    .set({ done_at: isoNow() })
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst();
  if (!refund) return false;
  await tx
    .updateTable('orders')
    .set({ payment_status: 'refunded' })
    .where('id', '=', orderId)
    .where('payment_method', '=', 'prepaid')
    .execute();
  return true;
}

/**
 * Marks the refunds of a payment that the provider reports as returned: all that are due when `amount` (paise) is their sum, else one of
 * exactly this amount. Returns whether it was due, or all are done already.
 */
export async function markReturned(tx: Tx, paymentId: string, amount: number): Promise<boolean> {
  const refunds = await tx.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('order_id').execute();
  const due = refunds.filter(({ done_at }) => done_at === null);
  if (due.length === 0) return refunds.length > 0;
  const isAll = due.reduce((sum, refund) => sum + refund.amount, 0) === amount;
  const marked = isAll ? due : due.filter((refund) => refund.amount === amount).slice(0, 1);
  for (const { order_id } of marked) await markRefunded(tx, order_id);
  return marked.length > 0;
}
