import type { Tx } from '#api/database/open.ts';
import { sanitiseMailName, stripLinks } from '#api/services/messages/mail-text.ts';
import { enqueueMail, enqueueSms } from '#api/services/messages/outbox.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { address } from '#lib/contract/address.ts';
import { toRupees } from '#lib/rules/money.ts';

const ordersById = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();

const itemsOf = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('order_item').selectAll().where('order_id', 'in', ids).orderBy('id').execute();

type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];
type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];

const amount = (paise: number): string => `₹${toRupees(paise)}`;

const describeItem = ({ quantity, product_name, product_variation, price }: ItemRow): string =>
  `  ${quantity} × ${product_name}${product_variation && ` (${product_variation})`}  ${amount(price * quantity)}`;

/** One order as a mail shows it. */
function describeOrder(order: OrderRow, items: readonly ItemRow[]): string {
  return [
    `Order ${order.order_number}`,
    ...items.map(describeItem),
    ...(order.discount_amount > 0 ? [`  Discount  -${amount(order.discount_amount)}`] : []),
    `  Total  ${amount(order.final_amount)}${order.payment_method === 'cod' ? ', to be paid on delivery' : ''}`,
  ].join('\n');
}

const plural = (orders: readonly OrderRow[]): string => (orders.length === 1 ? 'order' : 'orders');
const numbers = (orders: readonly OrderRow[]): string => orders.map(({ order_number }) => order_number).join(', ');

/**
 * Tells a customer, by mail and SMS, that the orders of one checkout have been placed. Part of the transaction that places them, so that
 * the news and the orders come together or not at all.
 */
export async function notifyOrdersPlaced(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await ordersById(tx, orderIds);
  const [first] = orders;
  if (!first) return;
  const { store_name } = await readSettings(tx);
  const items = Map.groupBy(await itemsOf(tx, orderIds), (item) => item.order_id);
  const to = address.parse(JSON.parse(first.address));
  const text = [
    `Dear ${sanitiseMailName(to.firstname, to.lastname)},`,
    `thank you for your ${plural(orders)}. This is what we are sending you:`,
    ...orders.map((order) => describeOrder(order, items.get(order.id) ?? [])),
    stripLinks(`To: ${to.address}, ${to.city} ${to.pincode}, ${to.state}`),
    store_name,
  ];
  const subject = `Your ${plural(orders)} ${numbers(orders)} at ${store_name}`;
  await enqueueMail(tx, { to: to.email, subject, text: text.join('\n\n') });
  const total = orders.reduce((sum, { final_amount }) => sum + final_amount, 0);
  const values = { order: numbers(orders), amount: toRupees(total) };
  await enqueueSms(tx, { phone: to.phone_number, template: 'order_placed', values });
}

/** Tells a customer, by mail and SMS, that an order has been cancelled. Part of the transaction that cancels it. */
export async function notifyOrderCancelled(tx: Tx, orderId: number): Promise<void> {
  const [order] = await ordersById(tx, [orderId]);
  if (!order) return;
  const { store_name } = await readSettings(tx);
  const to = address.parse(JSON.parse(order.address));
  const back = order.payment_status === 'paid' ? ` What you paid, ${amount(order.final_amount)}, will be returned to you.` : '';
  const text = [
    `Dear ${sanitiseMailName(to.firstname, to.lastname)},`,
    `your order ${order.order_number} has been cancelled.${back}`,
    store_name,
  ];
  const subject = `Your order ${order.order_number} at ${store_name} has been cancelled`;
  await enqueueMail(tx, { to: to.email, subject, text: text.join('\n\n') });
  const values = { order: order.order_number, amount: toRupees(order.final_amount) };
  await enqueueSms(tx, { phone: to.phone_number, template: 'order_cancelled', values });
}
