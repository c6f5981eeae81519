import type { Tx } from '#api/database/schema/engine.ts';
import { createRefundsFor } from '#api/services/payments/refunds.ts';

/** An order of a checkout before and after a change of it. Paise. */
interface SettledOrder {
  id: number;
  payment_status: string;
  /** What it owed before. */
  due: number;
  before: { total: number };
  /** A total of 0 once it is cancelled. */
  after: { total: number };
}

/** What a change leaves to be paid or returned, in paise; one of them is 0. */
export interface Difference {
  refunded: number;
  due: number;
}

/**
 * What was received for the paid orders among these, less what they cost after a change: the refund of the change, or what is due for them.
 * Orders that are to be paid on delivery have neither.
 */
export function calculateDifference(orders: readonly SettledOrder[]): Difference {
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid');
  const received = paid.reduce((sum, { before, due }) => sum + before.total - due, 0);
  const cost = paid.reduce((sum, { after }) => sum + after.total, 0);
  return { refunded: Math.max(0, received - cost), due: Math.max(0, cost - received) };
}

/**
 * Creates the refund of a change of a checkout's paid orders, or stores what is due for them (see `calculateDifference`). Both are put on the
 * first orders: name what was cancelled or changed first. Money that one order was paid with pays for the others, and what is due is paid
 * before anything is returned. Expects the customer to be locked.
 */
export async function settleDifference(tx: Tx, checkoutId: number, orders: readonly SettledOrder[]): Promise<Difference> {
  const difference = calculateDifference(orders);
  let due = difference.due;
  for (const { id, due: dueBefore, payment_status, after } of orders) {
    if (payment_status !== 'paid') continue;
    const part = Math.min(due, after.total);
    due -= part;
    if (part !== dueBefore) await tx.updateTable('orders').set({ due_amount: part }).where('id', '=', id).execute();
  }
  const [first] = orders.filter(({ payment_status }) => payment_status === 'paid');
  if (first && difference.refunded > 0)
    await createRefundsFor(tx, checkoutId, [{ id: first.id, final_amount: difference.refunded }]);
  return difference;
}
