import { randomBytes } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { LinkPaymentTable } from '#api/database/schema/money.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { Refusal } from '#api/services/refusal.ts';
import { PAYMENT_HOLD_MINUTES, UNPROVEN_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { sumRefunds } from './refunds.ts';

export const PAYMENT_HOLD_MS = PAYMENT_HOLD_MINUTES * MINUTE_MS;
export const UNPROVEN_HOLD_MS = UNPROVEN_HOLD_MINUTES * MINUTE_MS;

/** Whether the hold of a payment has expired by its own time; the payment may still be pending. */
export const isHoldExpired = ({ expires_at }: Pick<PaymentTable, 'expires_at'>): boolean => Date.parse(expires_at) <= Date.now();

/**
 * Creates the payment of a checkout, whose stock is held for `holdMs` milliseconds, or longer once it is opened at the provider. `amount` in
 * paise. Returns its opaque id.
 */
export async function createPayment(
  tx: Tx,
  {
    checkoutId,
    customerId,
    provider,
    amount,
    holdMs,
  }: { checkoutId: number; customerId: number; provider: string; amount: number; holdMs: number },
): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  const now = Date.now();
  const row = {
    id,
    checkout_id: checkoutId,
    customer_id: customerId,
    provider,
    amount,
    returned: 0,
    status: 'pending',
    is_cancelled: 0,
    expires_at: new Date(now + holdMs).toISOString(),
    created_at: new Date(now).toISOString(),
  } as const;
  await tx.insertInto('payment').values(row).execute();
  return id;
}

const selectPayment = (db: Db, id: string) => db.selectFrom('payment').selectAll().where('id', '=', id);

/** Selects the customer's payments that are not yet paid and hold stock; for joins. */
export const selectPendingPayments = (db: Db, customerId: number) =>
  db.selectFrom('payment').where('payment.customer_id', '=', customerId).where('payment.status', '=', 'pending');

/** Finds a payment of this customer. Throws a `Refusal` (404) for an unknown payment and for one of another customer. */
export async function findPayment(db: Db, id: string, customerId: number): Promise<PaymentTable> {
  const row = await selectPayment(db, id).where('customer_id', '=', customerId).executeTakeFirst();
  if (!row) throw new Refusal(404, failure.paymentMissing);
  return row;
}

/** The customer's newest payment that holds stock, which none by link does; undefined when there is none. */
export const findPendingPayment = (db: Db, customerId: number): Promise<PaymentTable | undefined> =>
  selectPendingPayments(db, customerId)
    .leftJoin('link_payment', 'link_payment.payment_id', 'payment.id')
    .selectAll('payment')
    .where('link_payment.payment_id', 'is', null)
    .orderBy('payment.created_at', 'desc')
    .executeTakeFirst();

/** The payment by link that this payment is; undefined for the payment of a checkout. */
export const findLinkPayment = (db: Db, paymentId: string): Promise<LinkPaymentTable | undefined> =>
  db.selectFrom('link_payment').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

/** Reads a payment and locks its customer, so that it and its orders do not change until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentTable> {
  const { customer_id } = await selectPayment(tx, id).executeTakeFirstOrThrow();
  await lockCustomer(tx, customer_id);
  return selectPayment(tx, id).executeTakeFirstOrThrow();
}

/** Records that the provider's payment has been authorised, or that this payment has failed. */
export async function recordAuthorisation(tx: Tx, id: string, providerPayment: string, isAuthorised: boolean): Promise<void> {
  const update = tx.updateTable('payment').where('id', '=', id);
  if (isAuthorised) await update.set({ authorised_payment: providerPayment }).execute();
  else await update.set({ authorised_payment: null }).where('authorised_payment', '=', providerPayment).execute();
}

/** Whether a pending payment has been authorised, so that the customer must not pay again. */
export const isConfirming = ({ status, authorised_payment }: PaymentTable): boolean =>
  status === 'pending' && authorised_payment !== null;

const paymentOrderColumns = [
  'orders.id',
  'order_number',
  'orders.checkout_id',
  'status',
  'final_amount',
  'cod_fee',
  'orders.prepaid_discount',
  'payment_method',
  'address',
] as const;

/**
 * The orders of a payment, oldest first. That of a payment by link is in another checkout until it is paid, and those of an earlier payment may
 * have moved to the checkout of such a payment.
 */
export async function readPaymentOrders(db: Db, { id, checkout_id }: Pick<PaymentTable, 'id' | 'checkout_id'>) {
  const own = await db
    .selectFrom('orders')
    .select(paymentOrderColumns)
    .where('checkout_id', '=', checkout_id)
    .orderBy('id')
    .execute();
  if (own.length > 0) return own;
  return db
    .selectFrom('orders')
    .innerJoin('link_payment', 'link_payment.order_id', 'orders.id')
    .select(paymentOrderColumns)
    .distinct()
    .where(({ or, eb }) => or([eb('payment_id', '=', id), eb('from_checkout_id', '=', checkout_id)]))
    .orderBy('orders.id')
    .execute();
}

/** A payment in the wire format; `options` configure the provider's checkout in the browser. */
export async function toPayment(db: Db, row: PaymentTable, options?: Record<string, string>): Promise<Payment> {
  const orders = await readPaymentOrders(db, row);
  const refund = await sumRefunds(db, row.id);
  const saved = orders.reduce((sum, { prepaid_discount }) => sum + prepaid_discount, 0);
  return {
    id: row.id,
    provider: row.provider,
    amount: toRupees(row.amount),
    status: row.status,
    payment_method: orders[0]?.payment_method ?? 'prepaid',
    order_id: orders.map(({ id }) => id),
    order_number: orders.map(({ order_number }) => order_number),
    expires_at: row.expires_at,
    seconds_left: Math.max(0, Math.ceil((Date.parse(row.expires_at) - Date.now()) / 1000)),
    ...(saved > 0 && { prepaid_discount: toRupees(saved) }),
    ...(refund > 0 && { refund: toRupees(refund) }),
    ...(isConfirming(row) && { confirming: true }),
    ...(options && { options }),
  };
}
