import type { Tx } from '#api/database/schema/engine.ts';
import type { LinkPaymentTable } from '#api/database/schema/money.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { recordOrderEvent } from '#api/services/events/order-events.ts';
import { replaceInvoice } from '#api/services/invoices/replace-invoice.ts';
import { quoteLink } from '#api/services/payments/link-payments.ts';
import { notifyLatePayment, notifyPaidByLink } from '#api/services/payments/payment-mails-and-sms.ts';
import { createSecondRefund } from '#api/services/payments/refunds.ts';
import { readSettings } from '#api/services/store/settings.ts';

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
export async function settleLinkPayment(
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
