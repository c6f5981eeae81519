import type { Tx } from '#api/database/schema/engine.ts';
import { sanitiseMailName, stripLinks } from '#api/services/messages/mail-text.ts';
import { enqueueMail, enqueueSms } from '#api/services/messages/outbox.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { type Address, address } from '#lib/contract/address.ts';
import { toRupees } from '#lib/rules/money.ts';
import { labelVariation } from '#lib/rules/options.ts';
import { type OrderItemRow, readOrderItems } from './orders.ts';

const readOrders = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();

type OrderRow = Awaited<ReturnType<typeof readOrders>>[number];

const formatAmount = (paise: number): string => `₹${toRupees(paise)}`;

const formatItem = ({ quantity, product_name, product_variation, option_name, price }: OrderItemRow): string => {
  const variation = option_name ? labelVariation(option_name, product_variation) : product_variation;
  return `  ${quantity} × ${product_name}${variation && ` (${variation})`}  ${formatAmount(price * quantity)}`;
};

/** Formats one order for a mail, one line per item. */
function formatOrder(order: OrderRow, items: readonly OrderItemRow[]): string {
  return [
    `Order ${order.order_number}`,
    ...items.map(formatItem),
    ...(order.discount_amount > 0 ? [`  Discount  -${formatAmount(order.discount_amount)}`] : []),
    `  Total  ${formatAmount(order.final_amount)}${order.payment_method === 'cod' ? ', to be paid on delivery' : ''}`,
  ].join('\n');
}

const pluraliseOrder = (orders: readonly OrderRow[]): string => (orders.length === 1 ? 'order' : 'orders');
const joinOrderNumbers = (orders: readonly OrderRow[]): string => orders.map(({ order_number }) => order_number).join(', ');

interface Notification {
  /** The address of the order, which names the recipient. */
  to: Address;
  storeName: string;
  subject: string;
  /** Paragraphs between greeting and signature. */
  paragraphs: readonly string[];
  template: 'order_placed' | 'order_cancelled';
  orderNumbers: string;
  /** Paise. */
  amount: number;
}

/** Queues a mail and an SMS. */
async function enqueueNotification(
  tx: Tx,
  { to, storeName, subject, paragraphs, template, orderNumbers, amount }: Notification,
): Promise<void> {
  const text = [`Dear ${sanitiseMailName(to.firstname, to.lastname)},`, ...paragraphs, storeName].join('\n\n');
  await enqueueMail(tx, { to: to.email, subject, text });
  await enqueueSms(tx, { phone: to.phone_number, template, values: { order: orderNumbers, amount: toRupees(amount) } });
}

/** Notifies a customer that the orders of one checkout have been placed. Part of the transaction that places them. */
export async function notifyOrdersPlaced(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await readOrders(tx, orderIds);
  const [first] = orders;
  if (!first) return;
  const { store_name } = await readSettings(tx);
  const items = Map.groupBy(await readOrderItems(tx, orderIds), (item) => item.order_id);
  const to = address.parse(JSON.parse(first.address));
  await enqueueNotification(tx, {
    to,
    storeName: store_name,
    subject: `Your ${pluraliseOrder(orders)} ${joinOrderNumbers(orders)} at ${store_name}`,
    paragraphs: [
      `thank you for your ${pluraliseOrder(orders)}. This is what we are sending you:`,
      ...orders.map((order) => formatOrder(order, items.get(order.id) ?? [])),
      stripLinks(`To: ${to.address}, ${to.city} ${to.pincode}, ${to.state}`),
    ],
    template: 'order_placed',
    orderNumbers: joinOrderNumbers(orders),
    amount: orders.reduce((sum, { final_amount }) => sum + final_amount, 0),
  });
}

/** Notifies a customer that an order has been cancelled. Part of the transaction that cancels it. */
export async function notifyOrderCancelled(tx: Tx, orderId: number): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  if (!order) return;
  const { store_name } = await readSettings(tx);
  const { order_number, final_amount } = order;
  const refund = order.payment_status === 'paid' ? ` What you paid, ${formatAmount(final_amount)}, will be returned to you.` : '';
  await enqueueNotification(tx, {
    to: address.parse(JSON.parse(order.address)),
    storeName: store_name,
    subject: `Your order ${order_number} at ${store_name} has been cancelled`,
    paragraphs: [`your order ${order_number} has been cancelled.${refund}`],
    template: 'order_cancelled',
    orderNumbers: order_number,
    amount: final_amount,
  });
}
