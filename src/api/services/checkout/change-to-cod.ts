import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { readLimitsOnce } from '#api/services/limits/store-limits.ts';
import { readOrderUnits } from '#api/services/orders/order-units.ts';
import { placeHeldOrders, reserveForPlacement } from '#api/services/orders/settle-payment.ts';
import { findPayment, lockPayment, readPaymentOrders } from '#api/services/payments/payments.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { address } from '#lib/contract/address.ts';
import { codFeeIsNow } from '#lib/contract/messages/failures.ts';
import { codFeeFor, toCharges } from '#lib/rules/charges.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';
import { splitAmount } from '#lib/rules/totals.ts';
import { enforceCheckoutLimits, lockCheckoutKeys } from './enforce-limits.ts';
import { type CheckoutOrigin, replaceCheckoutKeys, toBuyer } from './limit-keys.ts';

/** Whether a customer has changed a payment's orders to cash on delivery. */
const isOnDelivery = (orders: readonly { payment_method: string }[]): boolean =>
  orders.every(({ payment_method }) => payment_method === 'cod');

/** Throws a `Refusal` (409) when the fee differs from the one that the shopper saw, in rupees. Other store clients may not send it. */
async function requireExpectedFee(tx: Tx, orderIds: readonly number[], expected: string | undefined): Promise<void> {
  if (expected === undefined) return;
  const { codFee } = await quoteCod(tx, orderIds);
  if (codFee !== toPaise(expected)) throw new Refusal(409, codFeeIsNow(formatPaise(codFee)), { code: 'total_changed' });
}

/**
 * Changes the orders of an unpaid payment to cash on delivery and places them, also after the hold has ended if everything is still
 * available at the same price. Money that arrives online later is refunded. Idempotent; a payment that was made meanwhile stays paid. Throws
 * a `Refusal`: 404 unknown payment, 409 replaced or cancelled order, changed prices, another fee than `expectedFee` (rupees), ended coupon,
 * unavailable items, limit of cash on delivery reached.
 */
export async function changeToPayOnDelivery(
  tx: Tx,
  shopper: Shopper,
  paymentId: string,
  { origin, expectedFee }: { origin: CheckoutOrigin; expectedFee?: string | undefined },
): Promise<PaymentTable> {
  const { customerId } = shopper;
  const [order] = await readPaymentOrders(tx, await findPayment(tx, paymentId, customerId));
  const buyer = toBuyer(shopper, address.parse(JSON.parse(order?.address ?? '{}')), origin);
  const payment = await lockPayment(tx, paymentId);
  const limits = await readLimitsOnce(tx);
  await lockCheckoutKeys(tx, limits, buyer, ['cod']);
  const orders = await readPaymentOrders(tx, payment);
  if (payment.status === 'paid' || isOnDelivery(orders)) return payment;
  const ids = orders.map(({ id }) => id);
  const problem = await reserveForPlacement(tx, payment, ids);
  if (problem) throw new Refusal(409, problem);
  await requireExpectedFee(tx, ids, expectedFee);
  const amount = await changeToCod(tx, ids);
  await enforceCheckoutLimits(tx, limits, buyer, {
    paymentMethod: 'cod',
    lines: await readOrderUnits(tx, ids),
    amount,
    prepaidOffered: true,
  });
  await replaceCheckoutKeys(tx, payment.checkout_id, buyer, 'cod');
  await placeHeldOrders(tx, customerId, ids, { payment_method: 'cod', payment_status: 'pending' });
  return tx
    .updateTable('payment')
    .set({ status: 'abandoned', is_cancelled: 1 })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the orders of one checkout cost when they are paid on delivery, in paise: without the fee, and the fee. */
export async function quoteCod(db: Db, orderIds: readonly number[]): Promise<{ payable: number; codFee: number }> {
  const rows = await readAmounts(db, orderIds);
  const payable = rows.reduce((sum, { final_amount, cod_fee }) => sum + final_amount - cod_fee, 0);
  return { payable, codFee: codFeeFor(payable, toCharges((await readSettings(db)).shipping)) };
}

/**
 * Changes orders of one checkout to cash on delivery and splits the fee over them. Returns their new total in paise. Idempotent; statuses
 * and stock stay as they are. Expects the customer to be locked.
 */
export async function changeToCod(tx: Tx, orderIds: readonly number[]): Promise<number> {
  const { payable, codFee } = await quoteCod(tx, orderIds);
  const rows = await readAmounts(tx, orderIds);
  const shares = splitAmount(
    codFee,
    rows.map(({ price }) => price),
  );
  for (const [i, { id, final_amount, cod_fee }] of rows.entries()) {
    const share = shares[i] ?? 0;
    await tx
      .updateTable('orders')
      .set({ payment_method: 'cod', cod_fee: share, final_amount: final_amount - cod_fee + share })
      .where('id', '=', id)
      .execute();
  }
  return payable + codFee;
}

const readAmounts = (db: Db, orderIds: readonly number[]) =>
  db.selectFrom('orders').select(['id', 'price', 'final_amount', 'cod_fee']).where('id', 'in', orderIds).orderBy('id').execute();
