import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';
import type { PaymentTable } from '#api/database/schema/orders.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { payment } from '#lib/contract/payments.ts';
import { failure } from '#lib/contract/texts.ts';
import { toRupees } from '#lib/rules/money.ts';

/** How long the stock of orders that wait for their payment is held (the shop's decision: 15 minutes), in milliseconds. */
export const PAYMENT_HOLD_MS = 15 * 60_000;

type Payment = z.output<typeof payment>;

/** Begins the payment for a checkout's orders. `amount` in paise. Returns its opaque id. */
export async function createPayment(
  tx: Tx,
  { checkoutId, customerId, provider, amount }: { checkoutId: number; customerId: number; provider: string; amount: number },
): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  const now = Date.now();
  const row = {
    id,
    checkout_id: checkoutId,
    customer_id: customerId,
    provider,
    amount,
    status: 'pending',
    called_off: 0,
    expires_at: new Date(now + PAYMENT_HOLD_MS).toISOString(),
    created_at: new Date(now).toISOString(),
  } as const;
  await tx.insertInto('payment').values(row).execute();
  return id;
}

const paymentRow = (db: Db, id: string) => db.selectFrom('payment').selectAll().where('id', '=', id);

/** A payment of this customer. Throws a `Refusal` (404) for an unknown one and for anybody else's alike. */
export async function findPayment(db: Db, id: string, customerId: number): Promise<PaymentTable> {
  const row = await paymentRow(db, id).where('customer_id', '=', customerId).executeTakeFirst();
  if (!row) throw new Refusal(404, failure.paymentMissing);
  return row;
}

/** A payment as it stands, with its customer locked, so that nothing else changes it or its orders until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentTable> {
  const { customer_id } = await paymentRow(tx, id).executeTakeFirstOrThrow();
  await lockCustomer(tx, customer_id);
  return paymentRow(tx, id).executeTakeFirstOrThrow();
}

/** The orders that a payment is for, in the order they were written. */
export const readPaymentOrders = (db: Db, { checkout_id }: Pick<PaymentTable, 'checkout_id'>) =>
  db
    .selectFrom('orders')
    .select(['id', 'order_number', 'status', 'final_amount'])
    .where('checkout_id', '=', checkout_id)
    .orderBy('id')
    .execute();

/** A payment as the wire shows it; `options` is what the provider's button needs. */
export async function toPayment(db: Db, row: PaymentTable, options?: Record<string, string>): Promise<Payment> {
  const orders = await readPaymentOrders(db, row);
  return {
    id: row.id,
    provider: row.provider,
    amount: toRupees(row.amount),
    status: row.status,
    order_id: orders.map(({ id }) => id),
    order_number: orders.map(({ order_number }) => order_number),
    expires_at: row.expires_at,
    ...(options && { options }),
  };
}
