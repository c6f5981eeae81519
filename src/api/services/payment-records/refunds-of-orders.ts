import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { createRefunds } from './refunds.ts';

interface LaterPayment {
  id: string;
  provider_payment: string;
  amount: number;
  returned: number;
}

/** Creates the refund of a later payment, or adds to the one that it has. Returns by how much, at most what is left of the payment. */
async function refundLater(tx: Tx, orderId: number, payment: LaterPayment, most: number): Promise<number> {
  const { id, provider_payment } = payment;
  const isOfPayment = { order_id: orderId, provider_payment };
  const earlier = await tx
    .selectFrom('refund')
    .select(['amount', 'returned', 'done_at'])
    .where(({ and }) => and(isOfPayment))
    .executeTakeFirst();
  const more = Math.min(most, payment.amount - (earlier?.amount ?? 0));
  if (more === 0) return 0;
  const amount = (earlier?.amount ?? 0) + more;
  const before = earlier?.done_at ? earlier.amount : (earlier?.returned ?? 0);
  // The provider may have returned a part of it that was not due then.
  const credited = Math.min(more, payment.returned);
  const [due_at, returned] = [isoNow(), before + credited];
  const terms = { amount, returned, due_at, done_at: returned === amount ? due_at : null };
  if (earlier) {
    await tx
      .updateTable('refund')
      .set(terms)
      .where(({ and }) => and(isOfPayment))
      .execute();
  } else
    await tx
      .insertInto('refund')
      .values({ ...isOfPayment, payment_id: id, ...terms })
      .execute();
  if (credited > 0)
    await tx
      .updateTable('payment')
      .set({ returned: payment.returned - credited })
      .where('id', '=', id)
      .execute();
  return more;
}

/**
 * Creates the refund of what was paid later for an order, because it had become dearer, up to `amount` paise. Returns what is left of the amount.
 */
async function refundLaterPayments(tx: Tx, checkoutId: number, orderId: number, amount: number): Promise<number> {
  const later = await tx
    .selectFrom('link_payment')
    .innerJoin('payment', 'payment.id', 'link_payment.payment_id')
    .select(['payment.id', 'payment.amount', 'payment.returned', 'payment.provider_payment'])
    .where('link_payment.order_id', '=', orderId)
    .where('payment.status', '=', 'paid')
    .where('payment.checkout_id', '<>', checkoutId)
    .execute();
  let left = amount;
  for (const { provider_payment, ...payment } of later) {
    if (left > 0 && provider_payment !== null) left -= await refundLater(tx, orderId, { ...payment, provider_payment }, left);
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

/**
 * The provider's id of a payment, where refunds of it are recorded under that: of a second payment, and of one that paid what was due for an order.
 * Undefined for what settled the payment.
 */
export async function findSecondPayment(
  db: Db,
  { id, provider_payment }: Pick<PaymentTable, 'id' | 'provider_payment'>,
  providerPayment: string,
): Promise<string | undefined> {
  if (provider_payment !== providerPayment) return providerPayment;
  const own = await db
    .selectFrom('refund')
    .select('order_id')
    .where('payment_id', '=', id)
    .where('provider_payment', '=', providerPayment)
    .executeTakeFirst();
  return own && providerPayment;
}
