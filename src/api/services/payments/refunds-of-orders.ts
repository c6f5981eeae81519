import type { Tx } from '#api/database/schema/engine.ts';
import { createRefunds, createSecondRefund } from './refunds.ts';

/**
 * Creates the refund of what was paid later for an order, because it had become dearer, up to `amount` paise. Returns what is left of the amount.
 */
async function refundLaterPayments(tx: Tx, checkoutId: number, orderId: number, amount: number): Promise<number> {
  const later = await tx
    .selectFrom('link_payment')
    .innerJoin('payment', 'payment.id', 'link_payment.payment_id')
    .select(['payment.id', 'payment.amount', 'payment.provider_payment'])
    .where('link_payment.order_id', '=', orderId)
    .where('payment.status', '=', 'paid')
    .where('payment.checkout_id', '<>', checkoutId)
    .execute();
  let left = amount;
  for (const { id, amount: paid, provider_payment } of later) {
    const part = Math.min(left, paid);
    if (part === 0 || provider_payment === null) continue;
    const refund = { paymentId: id, providerPayment: provider_payment, orderId, amount: part };
    if (await createSecondRefund(tx, refund)) left -= part;
  }
  return left;
}

/** Creates refunds for paid orders; a checkout that a coupon covered entirely has no payment to refund. */
export async function createRefundsFor(
  tx: Tx,
  checkoutId: number,
  orders: readonly { id: number; final_amount: number }[],
): Promise<void> {
  if (orders.length === 0) return;
  const payment = await tx.selectFrom('payment').select('id').where('checkout_id', '=', checkoutId).executeTakeFirst();
  if (!payment) return;
  const rest: { id: number; final_amount: number }[] = [];
  for (const { id, final_amount } of orders)
    rest.push({ id, final_amount: await refundLaterPayments(tx, checkoutId, id, final_amount) });
  await createRefunds(tx, payment.id, rest);
}
