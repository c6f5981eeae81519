import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { removeOrderedUnits } from '#api/services/cart/remove-ordered-units.ts';
import { notifyLatePayment, notifySecondPayment } from '#api/services/payments/payment-mails-and-sms.ts';
import { lockPayment, readPaymentOrders } from '#api/services/payments/payments.ts';
import { createRefunds, createSecondRefund } from '#api/services/payments/refunds.ts';
import { isReturned } from '#api/services/payments/webhook-events.ts';
import { ORDER_CANCELLED, ORDER_PLACED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { cancelPayment } from './cancel.ts';
import { notifyOrdersPlaced } from './customer-mails-and-sms.ts';
import { readOrderUnits } from './order-units.ts';
import { reserveForPlacement } from './reserve-after-hold.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** Places the orders of a payment, whose stock is held, and notifies the customer. */
export async function placeHeldOrders(
  tx: Tx,
  customerId: number,
  orderIds: readonly number[],
  paid: Pick<OrderTable, 'payment_method' | 'payment_status'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: ORDER_PLACED, ...paid })
    .where('id', 'in', orderIds)
    .where('status', 'in', [PAYMENT_PENDING, ORDER_CANCELLED])
    .execute();
  await addTimelineEvents(tx, orderIds, { status: ORDER_PLACED });
  await removeOrderedUnits(tx, customerId, await readOrderUnits(tx, orderIds));
  await notifyOrdersPlaced(tx, orderIds);
}

/** Creates refunds for a payment that came too late, and notifies the customer. An order paid on delivery stays unpaid. */
async function makeRefundDue(tx: Tx, payment: PaymentTable, orders: Awaited<ReturnType<typeof readPaymentOrders>>) {
  const ids = orders.map(({ id }) => id);
  await tx
    .updateTable('orders')
    .set({ payment_status: 'paid' })
    .where('id', 'in', ids)
    .where('payment_method', '=', 'prepaid')
    .execute();
  // The fee for cash on delivery was not part of the payment.
  const refunds = orders.map(({ id, final_amount, cod_fee }) => ({ id, final_amount: final_amount - cod_fee }));
  await createRefunds(tx, payment.id, refunds);
  await notifyLatePayment(tx, payment);
}

/** Makes the refund of a second payment due and tells the customer, once. */
async function refundSecondPayment(
  tx: Tx,
  payment: PaymentTable,
  providerPayment: string,
  [first]: Awaited<ReturnType<typeof readPaymentOrders>>,
): Promise<void> {
  if (!first) return;
  const refund = { paymentId: payment.id, providerPayment, orderId: first.id, amount: payment.amount };
  if (await createSecondRefund(tx, refund)) await notifySecondPayment(tx, payment);
}

/**
 * Records a payment that the provider has confirmed, and places its orders if `reserveForPlacement` still allows it; otherwise its whole
 * amount is refunded, and stock that it still holds is released. A second payment of the same orders is refunded, and one that the provider
 * has returned already changes nothing. Idempotent. `providerPayment` is the provider's id of the payment.
 */
export async function settlePayment(tx: Tx, paymentId: string, providerPayment: string): Promise<PaymentTable> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.provider_payment === providerPayment || (await isReturned(tx, payment.provider, providerPayment))) return payment;
  const orders = await readPaymentOrders(tx, payment);
  if (payment.provider_payment !== null) {
    await refundSecondPayment(tx, payment, providerPayment, orders);
    return payment;
  }
  const ids = orders.map(({ id }) => id);
  const canPlace = (await reserveForPlacement(tx, payment, ids)) === undefined;
  if (canPlace) await placeHeldOrders(tx, payment.customer_id, ids, { payment_method: 'prepaid', payment_status: 'paid' });
  else {
    // Its time is over, but the worker has not released the stock yet.
    if (payment.status === 'pending') await cancelPayment(tx, paymentId, 'expired');
    await makeRefundDue(tx, payment, orders);
  }
  return tx
    .updateTable('payment')
    .set({ provider_payment: providerPayment, ...(canPlace && { status: 'paid' }) })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
