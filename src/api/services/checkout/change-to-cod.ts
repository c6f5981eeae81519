import type { Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { readLimitsOnce } from '#api/services/limits/store-limits.ts';
import { changeToCod, quoteCod } from '#api/services/orders/cod-fee.ts';
import { readOrderUnits } from '#api/services/orders/order-units.ts';
import { reserveForPlacement } from '#api/services/orders/reserve-after-hold.ts';
import { placeHeldOrders } from '#api/services/orders/settle-payment.ts';
import { findPayment, lockPayment, readPaymentOrders } from '#api/services/payments/payments.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import { address } from '#lib/contract/address.ts';
import { codFeeIsNow } from '#lib/contract/messages/failures.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';
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
