import type { Tx } from '#api/database/schema/engine.ts';
import { createRefunds } from '#api/services/payments/refunds.ts';

/** Creates refunds for paid orders; a checkout that a coupon covered entirely has no payment to refund. */
export async function createRefundsFor(
  tx: Tx,
  checkoutId: number,
  orders: readonly { id: number; final_amount: number }[],
): Promise<void> {
  if (orders.length === 0) return;
  const payment = await tx.selectFrom('payment').select('id').where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (payment) await createRefunds(tx, payment.id, orders);
}
