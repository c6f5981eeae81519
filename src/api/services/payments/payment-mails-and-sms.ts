import type { Tx } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { enqueueOrderMail, ordersLink } from '#api/services/messages/enqueue-customer-mail.ts';
import { enqueueSms } from '#api/services/messages/outbox.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { joinOrdersForSms } from '#api/services/messages/sms-variables.ts';
import type { SmsTemplate } from '#api/services/messages/text-kinds.ts';
import { addressOf } from '#api/services/order-address.ts';
import { readPaymentOrders } from '#api/services/payment-records/payments.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';

interface PaymentNews {
  subject: string;
  title: string;
  blocks: readonly MailBlock[];
  template?: SmsTemplate;
  isLimited?: boolean;
}

const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });

const refundNews = (subject: string, title: string, text: string): PaymentNews => ({
  subject,
  title,
  blocks: [paragraph(text), ordersLink],
  template: 'payment_refund',
});

/** Queues a mail and an SMS to the recipient of a payment's orders. `compose` receives the order numbers, the amount as text and the shop's name. */
async function notify(
  tx: Tx,
  payment: PaymentTable,
  compose: (values: { orders: string; amount: string; shop: string }) => PaymentNews,
): Promise<void> {
  const paid = await readPaymentOrders(tx, payment);
  const [first] = paid;
  if (!first) return;
  const to = addressOf(first);
  const settings = await readSettings(tx);
  const orders = paid.map(({ order_number }) => order_number).join(', ');
  const news = compose({ orders, amount: formatPaise(payment.amount), shop: settings.store_name });
  const { template, isLimited = false, ...mail } = news;
  const isOver = async (action: 'holdMail' | 'holdSms', account: string): Promise<boolean> =>
    isLimited && (await countAttempt(tx, action, { account })) !== undefined;
  if (!(await isOver('holdMail', to.email))) await enqueueOrderMail(tx, settings, { to, ...mail });
  const values = { order: joinOrdersForSms(paid.map(({ order_number }) => order_number)), amount: toRupees(payment.amount) };
  if (template && !(await isOver('holdSms', to.phone_number))) await enqueueSms(tx, { phone: to.phone_number, template, values });
}

/**
 * Notifies the customer that the payment did not arrive in time, at most six times a day for one contact. Part of the transaction that
 * expires it.
 */
export const notifyHoldExpired = (tx: Tx, payment: PaymentTable): Promise<void> =>
  notify(tx, payment, ({ orders, amount, shop }) => ({
    subject: t('Your payment for {orders} at {shop}', { orders, shop }),
    title: t('Your payment did not reach us'),
    blocks: [
      paragraph(
        t('Your payment of {amount} did not reach us in time, so we no longer hold your items and order {orders} is cancelled.', {
          amount,
          orders,
        }),
      ),
      paragraph(t('Your cart is as you left it: you can order again at any time.')),
      paragraph(t('If you have paid meanwhile, we place the order as soon as the money reaches us, or return it.')),
      { kind: 'link', label: t('Go to your cart'), url: SITE_URL + paths.cart },
    ],
    template: 'order_cancelled',
    isLimited: true,
  }));

/** Notifies the customer that a payment came too late and is refunded. Part of the transaction that makes the refund due. */
export const notifyLatePayment = (tx: Tx, payment: PaymentTable): Promise<void> =>
  notify(tx, payment, ({ orders, amount, shop }) =>
    refundNews(
      t('Refund of your payment for {orders} at {shop}', { orders, shop }),
      t('Your payment is on its way back'),
      t(
        'Your payment of {amount} for order {orders} reached us too late to place the order with it. We return the whole amount to the account you paid from.',
        { amount, orders },
      ),
    ),
  );

/** Tells the customer that a second payment of the same orders is refunded. Part of the transaction that makes the refund due. */
export const notifySecondPayment = (tx: Tx, payment: PaymentTable): Promise<void> =>
  notify(tx, payment, ({ orders, amount, shop }) =>
    refundNews(
      t('Refund of your second payment for {orders} at {shop}', { orders, shop }),
      t('Your second payment is on its way back'),
      t(
        'A second payment of {amount} for order {orders} has reached us. We return the whole second payment to the account you paid from.',
        { amount, orders },
      ),
    ),
  );

/** Tells the customer that an order, or what was due for it, has been paid by its link. Part of the transaction that records it. */
export const notifyPaidByLink = (tx: Tx, payment: PaymentTable): Promise<void> =>
  notify(tx, payment, ({ orders, amount, shop }) => ({
    subject: t('Your payment for {orders} at {shop}', { orders, shop }),
    title: t('We have received your payment'),
    blocks: [
      paragraph(
        t('Your payment of {amount} for order {orders} has reached us. Nothing is to be paid on delivery.', { amount, orders }),
      ),
      ordersLink,
    ],
  }));
