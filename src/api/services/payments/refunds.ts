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

/** Whether a payment has a refund, due or done. */
export const hasRefund = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db.selectFrom('refund').select('order_id').where('payment_id', '=', paymentId).executeTakeFirst()) !== undefined;

/** The refund of an order, due or done. */
export const findRefund = (db: Db, orderId: number): Promise<Refund | undefined> =>
  db.selectFrom('refund').select(['amount', 'due_at', 'done_at']).where('order_id', '=', orderId).executeTakeFirst();

/** Marks an order's refund as done; false when none is due. */
export async function markRefunded(tx: Tx, orderId: number): Promise<boolean> {
  const refund = await tx
    .updateTable('refund')
    .set({ done_at: isoNow() })
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst();
  if (!refund) return false;
  await tx.updateTable('orders').set({ payment_status: 'refunded' }).where('id', '=', orderId).execute();
  return true;
}
