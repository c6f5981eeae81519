import { sql } from 'kysely';
import type { Tx } from '#api/database/schema/engine.ts';
import type { LinkPaymentTable } from '#api/database/schema/money.ts';
import type { OrderRow, OrderTable } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { removeOrderedUnits } from '#api/services/cart/remove-ordered-units.ts';
import { canDeductStock, deductStock } from '#api/services/catalogue/stock.ts';
import { isCouponEnded, reclaimCouponUse, releaseCouponUse } from '#api/services/coupons/uses.ts';
import { recordOrderEvent } from '#api/services/events/order-events.ts';
import { replaceInvoice } from '#api/services/invoices/replace-invoice.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import { notifyOrdersPlaced } from '#api/services/orders/customer-mails-and-sms.ts';
import { readOrderUnits } from '#api/services/orders/order-units.ts';
import { addTimelineEvents } from '#api/services/orders/timeline-events.ts';
import { findLinkPayment, isHoldExpired, lockPayment, readPaymentOrders } from '#api/services/payment-records/payments.ts';
import { createRefunds, createSecondRefund } from '#api/services/payment-records/refunds.ts';
import { quoteLink } from '#api/services/payments/link-payments.ts';
import { notifyLatePayment, notifyPaidByLink, notifySecondPayment } from '#api/services/payments/payment-mails-and-sms.ts';
import { isReturned } from '#api/services/payments/webhook-events.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { couponMessages } from '#lib/contract/messages/coupon-messages.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { ORDER_CANCELLED, ORDER_PLACED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { splitAmount } from '#lib/rules/totals.ts';

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
  // Orders that were changed to cash on delivery cost something else now: the fee was not part of the payment, and a discount was.
  const shares = splitAmount(
    payment.amount,
    orders.map(({ final_amount, cod_fee }) => final_amount - cod_fee),
  );
  const refunds = orders.map(({ id }, i) => ({ id, final_amount: shares[i] ?? 0 }));
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
  const link = await findLinkPayment(tx, paymentId);
  if (link && payment.provider_payment === null) return settleLinkPayment(tx, payment, link, providerPayment);
  const isPaidElsewhere = !link && orders.some(({ checkout_id }) => checkout_id !== payment.checkout_id);
  if (payment.provider_payment !== null || isPaidElsewhere) {
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

/** How long after the end of its hold a payment can still place its orders, in milliseconds. */
const LATE_PLACEMENT_MS = DAY_MS;

async function hasNewPrices(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const changed = await tx
    .selectFrom('order_item')
    .innerJoin('variant', 'variant.id', 'order_item.variant_id')
    .select('variant.id')
    .where('order_id', 'in', orderIds)
    .where(priceAt(isoNow()), '<>', sql.ref<number>('order_item.price'))
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Reserves stock and coupon use of a payment's orders again after the hold has expired. False, without any change, when they are no longer
 * available.
 */
async function reserveAgain(tx: Tx, payment: PaymentTable, orderIds: readonly number[]): Promise<boolean> {
  if (!(await reclaimCouponUse(tx, payment.checkout_id))) return false;
  const units = await readOrderUnits(tx, orderIds);
  if (!(await canDeductStock(tx, units))) {
    await releaseCouponUse(tx, payment.checkout_id);
    return false;
  }
  if (await deductStock(tx, units)) throw new Error(`The stock of payment ${payment.id} changed while it was locked`);
  return true;
}

/**
 * The one rule for placing the orders of a payment, however it is paid. During the hold, prices and coupon are binding. After it, by its
 * time or because the payment failed, the orders are placed only within a day, at the same prices, with a coupon that has not ended, and if
 * stock and coupon use are still free; they are reserved then. Returns why the orders cannot be placed, as a sentence for the shopper, without any
 * change; undefined when they can. Expects the customer to be locked.
 */
export async function reserveForPlacement(
  tx: Tx,
  payment: PaymentTable,
  orderIds: readonly number[],
): Promise<string | undefined> {
  const isHeld = payment.status === 'pending';
  if (isHeld && !isHoldExpired(payment)) return undefined;
  if (payment.is_cancelled === 1 || payment.provider_payment !== null) return failure.paymentReplaced;
  if (payment.expires_at < isoAgo(LATE_PLACEMENT_MS)) return failure.paymentReplaced;
  if (await isCouponEnded(tx, payment.checkout_id)) return couponMessages.expired;
  if (await hasNewPrices(tx, orderIds)) return failure.pricesChanged;
  return isHeld || (await reserveAgain(tx, payment, orderIds)) ? undefined : failure.paymentItemsGone;
}

/** Whether the order can still be paid so: it has not left, was not paid or cancelled, and costs what was paid. */
async function isStillDue(tx: Tx, order: OrderRow, payment: PaymentTable, { kind, prepaid_discount }: LinkPaymentTable) {
  const quote = quoteLink(order, await readSettings(tx));
  if (quote?.kind !== kind) return false;
  if (kind === 'due') return order.due_amount === payment.amount;
  return order.price - order.discount_amount - prepaid_discount + order.shipping_amount === payment.amount;
}

/** Makes an order on delivery a prepaid one, of the checkout of its payment: without the fee, with the discount for paying ahead. */
async function makePrepaid(
  tx: Tx,
  order: OrderRow,
  payment: PaymentTable,
  { prepaid_discount }: LinkPaymentTable,
): Promise<void> {
  const paid = await tx
    .updateTable('orders')
    .set({
      checkout_id: payment.checkout_id,
      payment_method: 'prepaid',
      payment_status: 'paid',
      cod_fee: 0,
      prepaid_discount,
      final_amount: payment.amount,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const sibling = await tx.selectFrom('orders').select('id').where('checkout_id', '=', order.checkout_id).executeTakeFirst();
  // The coupon stays with what else was ordered with it.
  if (!sibling)
    await tx
      .updateTable('coupon_use')
      .set({ checkout_id: payment.checkout_id })
      .where('checkout_id', '=', order.checkout_id)
      .execute();
  await replaceInvoice(tx, order.id);
  recordOrderEvent(tx, 'order.paid', paid);
}

/**
 * Records a payment by link that the provider has confirmed. An order that has left, was cancelled, or was paid meanwhile keeps what it is: the money
 * is returned. Idempotent. Expects the customer to be locked.
 */
async function settleLinkPayment(
  tx: Tx,
  payment: PaymentTable,
  link: LinkPaymentTable,
  providerPayment: string,
): Promise<PaymentTable> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', link.order_id).executeTakeFirstOrThrow();
  if (!(await isStillDue(tx, order, payment, link))) {
    const refund = { paymentId: payment.id, providerPayment, orderId: order.id, amount: payment.amount };
    if (await createSecondRefund(tx, refund)) await notifyLatePayment(tx, payment);
    return payment;
  }
  if (link.kind === 'order') await makePrepaid(tx, order, payment, link);
  else await tx.updateTable('orders').set({ due_amount: 0 }).where('id', '=', order.id).execute();
  await notifyPaidByLink(tx, payment);
  return tx
    .updateTable('payment')
    .set({ provider_payment: providerPayment, status: 'paid' })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
