import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { recordOrderEvent, recordPlacedOrders } from '#api/services/events/order-events.ts';
import { formatInvoicePath, MAIL_LINK_TTL_MS, type Paper } from '#api/services/invoices/signed-links.ts';
import { enqueueSms } from '#api/services/messages/outbox.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { joinOrdersForSms } from '#api/services/messages/sms-variables.ts';
import type { SmsTemplate } from '#api/services/messages/text-kinds.ts';
import { findRefund, findSettledRefund } from '#api/services/payments/refunds.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { address } from '#lib/contract/address.ts';
import {
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PROCESSED,
  ORDER_READY,
  ORDER_RETURNED,
  type OrderStatus,
} from '#lib/contract/order-status.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import type { ChangedOrder } from './change-remaining-orders.ts';
import { arrivalBlocks, deliveryLine, enqueueOrderMail, type MailedItem, ordersLink, orderTable } from './order-mail-parts.ts';
import { notifyOwnerOfCancellation, notifyOwnerOfOrders } from './owner-mails.ts';
import { readOrderItems } from './read-orders.ts';
import { readShipments } from './shipment.ts';
import { mayMailOrder } from './unproven-mailbox.ts';

const readOrders = (tx: Tx, ids: readonly number[]): Promise<OrderRow[]> =>
  tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();

const pluraliseOrder = (orders: readonly OrderRow[]): string => (orders.length === 1 ? 'order' : 'orders');
const joinOrderNumbers = (orders: readonly OrderRow[]): string => orders.map(({ order_number }) => order_number).join(', ');
const readAddress = (order: OrderRow) => address.parse(JSON.parse(order.address));

/** Notifies the customer, the owner and webhooks that the orders of one checkout have been placed. Part of the transaction that places them. */
export async function notifyOrdersPlaced(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await readOrders(tx, orderIds);
  const items = Map.groupBy(await readOrderItems(tx, orderIds), (item) => item.order_id);
  const placed = orders.map((row) => ({ row, items: items.get(row.id) ?? [] }));
  await notifyOfPlacedOrders(tx, placed, await readSettings(tx));
}

/** Like `notifyOrdersPlaced`, for a caller that has the rows. */
export async function notifyOfPlacedOrders(
  tx: Tx,
  placed: readonly { row: OrderRow; items: readonly MailedItem[] }[],
  settings: StoreSettings,
): Promise<void> {
  const orders = placed.map(({ row }) => row);
  const [first] = orders;
  if (!first) return;
  recordPlacedOrders(tx, orders);
  const tables = placed.map(({ row, items }) => orderTable(row, items));
  const to = readAddress(first);
  const mail = {
    to,
    subject: `Your ${pluraliseOrder(orders)} ${joinOrderNumbers(orders)} at ${settings.store_name}`,
    title: `Thank you for your ${pluraliseOrder(orders)}`,
    blocks: [
      { kind: 'paragraph', text: `Thank you for your ${pluraliseOrder(orders)}. This is what we are sending you:` },
      ...tables,
      { kind: 'paragraph', text: deliveryLine(to) },
      ...arrivalBlocks(first),
      ordersLink,
    ],
  } as const;
  if (await mayMailOrder(tx, first, to.email)) await enqueueOrderMail(tx, settings, mail);
  const amount = toRupees(orders.reduce((sum, { final_amount }) => sum + final_amount, 0));
  const order = joinOrdersForSms(orders.map(({ order_number }) => order_number));
  await enqueueSms(tx, { phone: to.phone_number, template: 'order_placed', values: { order, amount } });
  await notifyOwnerOfOrders(tx, settings, { numbers: joinOrderNumbers(orders), tables, to });
}

interface OrderMessage {
  subject: string;
  title: string;
  /** Follows the greeting. */
  text: string;
  /** Undefined to send no text message. */
  template: SmsTemplate | undefined;
  /** Between the text and the link to the orders. */
  blocks?: readonly MailBlock[];
  /** After the link to the orders. */
  papers?: readonly MailBlock[];
  /** Variables of the text message beside `order` and `amount`. */
  values?: Record<string, string>;
  /** Whether customers cause it themselves, so that it counts for the mailbox. */
  isByCustomer?: boolean;
}

/** Queues a mail and, unless there is no template, an SMS about one order to its customer. */
async function notifyCustomer(tx: Tx, settings: StoreSettings, order: OrderRow, message: OrderMessage): Promise<void> {
  const { subject, title, text, template, blocks = [], papers = [], values, isByCustomer = false } = message;
  const to = readAddress(order);
  const all: MailBlock[] = [{ kind: 'paragraph', text }, ...blocks, ordersLink, ...papers];
  const mayMail = !isByCustomer || (await mayMailOrder(tx, order, to.email));
  if (mayMail) await enqueueOrderMail(tx, settings, { to, subject, title, blocks: all });
  if (!template) return;
  const variables = { order: order.order_number, amount: toRupees(order.final_amount), ...values };
  await enqueueSms(tx, { phone: to.phone_number, template, values: variables });
}

/** The amount to refund for an order, as text; undefined when it is not paid or a coupon covered all of it. */
async function findRefundText(tx: Tx, { id }: OrderRow): Promise<string | undefined> {
  const due = await findSettledRefund(tx, id);
  return due ? formatPaise(due) : undefined;
}

/** A sentence about the refund; `isWhole` where nothing of it pays for other orders. */
const describeRefund = (refund: string | undefined, isWhole: boolean): string =>
  refund ? (isWhole ? ` What you paid, ${refund}, will be returned to you.` : ` ${refund} will be returned to you.`) : '';

/** Sentences about the orders of the checkout that stay, at another total. */
const describeChanged = (changed: readonly ChangedOrder[]): string =>
  changed
    .map(({ order_number, final_amount }) => ` Your order ${order_number} now costs ${formatPaise(final_amount)}.`)
    .concat(changed.length > 0 ? [' Discount and delivery are worked out for what you keep.'] : [])
    .join('');

/**
 * Notifies the customer, the owner and webhooks that an order has been cancelled, and the customer of the new totals of those that stay. Part of the
 * transaction that cancels it.
 */
export async function notifyOrderCancelled(
  tx: Tx,
  orderId: number,
  reason: string,
  changed: readonly ChangedOrder[],
): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  if (!order) return;
  recordOrderEvent(tx, 'order.cancelled', order);
  const refund = await findRefundText(tx, order);
  const settings = await readSettings(tx);
  await notifyCustomer(tx, settings, order, {
    subject: `Your order ${order.order_number} at ${settings.store_name} has been cancelled`,
    title: 'Your order has been cancelled',
    text: `Your order ${order.order_number} has been cancelled.${describeRefund(refund, changed.length === 0)}${describeChanged(changed)}`,
    template: 'order_cancelled',
    isByCustomer: true,
    blocks: await invoiceBlocks(tx, order),
  });
  await notifyOwnerOfCancellation(tx, settings, { number: order.order_number, reason, refund });
}

/** The message to the customer for each status after the order is placed. */
const steps: Partial<Record<OrderStatus, { says: string; template?: SmsTemplate }>> = {
  [ORDER_CONFIRMED]: { says: 'has been confirmed', template: 'order_confirmed' },
  [ORDER_DISPATCHED]: { says: 'has been dispatched', template: 'order_dispatched' },
  [ORDER_PROCESSED]: { says: 'has been processed', template: 'order_dispatched' },
  [ORDER_READY]: { says: 'is ready for pickup' },
  [ORDER_OUT_FOR_DELIVERY]: { says: 'is out for delivery', template: 'order_out_for_delivery' },
  [ORDER_DELIVERED]: { says: 'has been delivered', template: 'order_delivered' },
  [ORDER_RETURNED]: { says: 'has been returned to us', template: 'order_returned' },
};

/** A sentence about the status, where its name does not say enough. */
function explain(order: OrderRow, status: OrderStatus, refund: string | undefined): string {
  if (status === ORDER_OUT_FOR_DELIVERY && order.payment_status === 'pending')
    return ` Please keep ${formatPaise(order.final_amount)} ready, to be paid on delivery.`;
  if (status === ORDER_RETURNED) return ` The parcel could not be delivered.${describeRefund(refund, true)}`;
  return '';
}

/** The courier as a table and, until the parcel has arrived, a link; nothing without one. */
async function shipmentBlocks(
  tx: Tx,
  { id, order_number }: OrderRow,
  status: OrderStatus,
): Promise<{ blocks: MailBlock[]; values: Record<string, string> }> {
  const shipment = (await readShipments(tx, [id])).get(id);
  // A text message needs words for its variables.
  if (!shipment) return { blocks: [], values: { courier: 'our courier', tracking: order_number } };
  const { courier, tracking_number, url } = shipment;
  const rows = [
    ['Courier', courier],
    ['Tracking number', tracking_number],
  ] as const;
  return {
    blocks: [
      { kind: 'table', title: 'Your parcel', rows },
      ...(url && status !== ORDER_DELIVERED ? [{ kind: 'link', label: 'Track your parcel', url } as const] : []),
    ],
    values: { courier, tracking: tracking_number },
  };
}

/** Links to the invoice and the credit note that the order has. */
async function invoiceBlocks(tx: Tx, { id, order_number }: OrderRow): Promise<MailBlock[]> {
  const row = await tx
    .selectFrom('invoice')
    .leftJoin('credit_note', 'credit_note.order_id', 'invoice.order_id')
    .select(['invoice.number', 'invoice.secret', 'credit_note.number as credit_number'])
    .where('invoice.order_id', '=', id)
    .executeTakeFirst();
  if (!row) return [];
  const link = (label: string, paper: Paper): MailBlock => ({
    kind: 'link',
    label,
    url: `${SITE_URL}/api${formatInvoicePath(order_number, row.secret, MAIL_LINK_TTL_MS, paper)}`,
  });
  return [
    link(`Invoice ${row.number}`, 'invoice'),
    ...(row.credit_number ? [link(`Credit note ${row.credit_number}`, 'credit_note')] : []),
  ];
}

/** Notifies the customer of a new status of an order. Part of the transaction that sets it. */
export async function notifyOrderStatus(tx: Tx, orderId: number, status: OrderStatus): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  const step = steps[status];
  if (!order || !step) return;
  const settings = await readSettings(tx);
  const { blocks, values } = await shipmentBlocks(tx, order, status);
  await notifyCustomer(tx, settings, order, {
    subject: `Your order ${order.order_number} at ${settings.store_name} ${step.says}`,
    title: `Your order ${step.says}`,
    text: `Your order ${order.order_number} ${step.says}.${explain(order, status, await findRefundText(tx, order))}`,
    template: step.template,
    blocks: status === ORDER_RETURNED ? [] : blocks,
    papers: await invoiceBlocks(tx, order),
    values,
  });
}

/** Notifies the customer that the owner has made a refund. Part of the transaction that marks it. */
export async function notifyRefunded(tx: Tx, orderId: number): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  const refund = await findRefund(tx, orderId);
  if (!order || !refund) return;
  const settings = await readSettings(tx);
  await notifyCustomer(tx, settings, order, {
    subject: `Refund for your order ${order.order_number} at ${settings.store_name}`,
    title: 'We have made your refund',
    text: `We have returned ${formatPaise(refund.amount)} for your order ${order.order_number}. It may take a few days to reach your account.`,
    template: 'order_refunded',
    values: { amount: toRupees(refund.amount) },
  });
}
