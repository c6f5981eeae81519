import type { Db, Tx } from '#api/database/open.ts';

/** Money that belongs to the customer again. The owner gives it back at the provider and then says so here. */
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

/** Notes, once for each order, that what was paid for it has to go back. */
export async function createRefunds(tx: Tx, paymentId: string, orders: readonly PaidOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const due_at = new Date().toISOString();
  await tx
    .insertInto('refund')
    .values(orders.map(({ id, final_amount }) => ({ order_id: id, payment_id: paymentId, amount: final_amount, due_at })))
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/** Whether money that came for a payment has to go back, or has gone back. */
export const hasRefund = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db.selectFrom('refund').select('order_id').where('payment_id', '=', paymentId).executeTakeFirst()) !== undefined;

/** What is to be refunded, or has been, for an order. */
export const findRefund = (db: Db, orderId: number): Promise<Refund | undefined> =>
  db.selectFrom('refund').select(['amount', 'due_at', 'done_at']).where('order_id', '=', orderId).executeTakeFirst();

/** The owner has given the money for an order back; false when none was due. */
export async function markRefunded(tx: Tx, orderId: number): Promise<boolean> {
  const done = await tx
    .updateTable('refund')
    .set({ done_at: new Date().toISOString() })
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst();
  if (!done) return false;
  await tx.updateTable('orders').set({ payment_status: 'refunded' }).where('id', '=', orderId).execute();
  return true;
}
