import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { addressOf } from '#api/services/orders/find-order.ts';
import { deliveryLine, enqueueOrderMail, ordersLink, orderTable } from '#api/services/orders/order-mail-parts.ts';
import type { ChangedOrder, PaymentDifference } from '#api/services/orders/order-totals.ts';
import { readOrderItems } from '#api/services/orders/read-orders.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';

const describeDifference = ({ refunded, due }: PaymentDifference): string[] => [
  ...(refunded > 0 ? [t('{amount} will be returned to you the way you paid.', { amount: formatPaise(refunded) })] : []),
  ...(due > 0
    ? [t('{amount} is still to be paid: on delivery, or by a link that the shop sends you.', { amount: formatPaise(due) })]
    : []),
];

/** Notifies the customer that the shop has changed an order. Part of the transaction that changes it; `order` is as it is then. */
export async function notifyOrderChanged(
  tx: Tx,
  order: OrderRow,
  { difference, changed }: { difference: PaymentDifference; changed: readonly ChangedOrder[] },
): Promise<void> {
  const settings = await readSettings(tx);
  const to = addressOf(order);
  const sentences = [
    t('The shop has changed your order {order}. This is what we are sending you now:', { order: order.order_number }),
  ];
  const after = [
    ...describeDifference(difference),
    ...changed.map((other) =>
      t('Your order {order} now costs {amount}.', { order: other.order_number, amount: formatPaise(other.final_amount) }),
    ),
    t('If you did not agree to this, please reply to this mail.'),
  ];
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: sentences.join(' ') },
    orderTable(order, await readOrderItems(tx, [order.id])),
    { kind: 'paragraph', text: deliveryLine(to) },
    { kind: 'paragraph', text: after.join(' ') },
    ordersLink,
  ];
  await enqueueOrderMail(tx, settings, {
    to,
    subject: t('Your order {order} at {shop} has been changed', { order: order.order_number, shop: settings.store_name }),
    title: t('Your order has been changed'),
    blocks,
  });
}
