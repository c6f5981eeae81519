import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { recordOrderEvent, recordPlacedOrders } from '#api/services/events/order-events.ts';
import { formatInvoicePath, MAIL_LINK_TTL_MS, type Paper } from '#api/services/invoices/signed-links.ts';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { enqueueOrderMail, ordersLink } from '#api/services/messages/enqueue-customer-mail.ts';
import { enqueueSms } from '#api/services/messages/outbox.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { joinOrdersForSms } from '#api/services/messages/sms-variables.ts';
import type { SmsTemplate } from '#api/services/messages/text-kinds.ts';
import { addressOf } from '#api/services/order-address.ts';
import { findRefund, findSettledRefund } from '#api/services/payment-records/refunds.ts';
import { alertOwnersOfOrders } from '#api/services/push/staff-alerts.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { ORDER_DELIVERED, ORDER_RETURNED, type OrderStatus } from '#lib/contract/order-status.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';
import { arrivalBlocks, deliveryLine, type MailedItem, orderTable } from './order-mail-parts.ts';
import { describeRefund, describeStatus, explainStatus } from './order-status-texts.ts';
import type { ChangedOrder } from './order-totals.ts';
import { notifyOwnerOfCancellation, notifyOwnerOfOrders } from './owner-mails.ts';
import { readShipments } from './parcels/parcels.ts';
import { readOrderItems } from './read-orders.ts';
import { sent } from './status-transitions.ts';

const readOrders = (tx: Tx, ids: readonly number[]): Promise<OrderRow[]> =>
  tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();

const joinOrderNumbers = (orders: readonly OrderRow[]): string => orders.map(({ order_number }) => order_number).join(', ');

/** Notifies the customer, the owner and webhooks that the orders of one checkout have been placed. Part of the transaction that places them. */
export async function notifyOrdersPlaced(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await readOrders(tx, orderIds);
  const items = Map.groupBy(await readOrderItems(tx, orderIds), (item) => item.order_id);
  const placed = orders.map((row) => ({ row, items: items.get(row.id) ?? [] }));
  await notifyOfPlacedOrders(tx, placed, await readSettings(tx));
}

/**
 * Like `notifyOrdersPlaced`, for a caller that has the rows. `payLinks` are the paths at which each order can be paid ahead. Returns whether
 * a mail was enqueued; a text always is.
 */
export async function notifyOfPlacedOrders(
  tx: Tx,
  placed: readonly { row: OrderRow; items: readonly MailedItem[] }[],
  settings: StoreSettings,
  payLinks: readonly string[] = [],
): Promise<boolean> {
  const orders = placed.map(({ row }) => row);
  const [first] = orders;
  if (!first) return false;
  recordPlacedOrders(tx, orders);
  const tables = placed.map(({ row, items }) => orderTable(row, items));
  const to = addressOf(first);
  const isOne = orders.length === 1;
  const named = { orders: joinOrderNumbers(orders), shop: settings.store_name };
  const mail = {
    to,
    subject: isOne ? t('Your order {orders} at {shop}', named) : t('Your orders {orders} at {shop}', named),
    title: isOne ? t('Thank you for your order') : t('Thank you for your orders'),
    blocks: [
      {
        kind: 'paragraph' as const,
        text: isOne
          ? t('Thank you for your order. This is what we are sending you:')
          : t('Thank you for your orders. This is what we are sending you:'),
      },
      ...tables,
      { kind: 'paragraph' as const, text: deliveryLine(to) },
      ...arrivalBlocks(first),
      ...payLinks.map((path, i): MailBlock => {
        const label = isOne ? t('Pay now') : t('Pay order {order} now', { order: orders[i]?.order_number ?? '' });
        return { kind: 'link', label, url: SITE_URL + path };
      }),
      ordersLink,
    ],
  };
  const mayMail = await mayMailOrder(tx, first, to.email);
  if (mayMail) await enqueueOrderMail(tx, settings, mail);
  const amount = toRupees(orders.reduce((sum, { final_amount }) => sum + final_amount, 0));
  const order = joinOrdersForSms(orders.map(({ order_number }) => order_number));
  await enqueueSms(tx, { phone: to.phone_number, template: 'order_placed', values: { order, amount } });
  await alertOwnersOfOrders(tx, settings, { numbers: orders.map(({ order_number }) => order_number), amount });
  await notifyOwnerOfOrders(tx, settings, { numbers: joinOrderNumbers(orders), tables, to, note: first.note });
  return mayMail;
}

interface OrderMessage {
  subject: string;
  title: string;
  text: string;
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

async function notifyCustomer(tx: Tx, settings: StoreSettings, order: OrderRow, message: OrderMessage): Promise<void> {
  const { subject, title, text, template, blocks = [], papers = [], values, isByCustomer = false } = message;
  const to = addressOf(order);
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

const describeChanged = (changed: readonly ChangedOrder[]): string[] =>
  changed
    .map(({ order_number, final_amount }) =>
      t('Your order {order} now costs {amount}.', { order: order_number, amount: formatPaise(final_amount) }),
    )
    .concat(changed.length > 0 ? [t('Discount and delivery are worked out for what you keep.')] : []);

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
    subject: t('Your order {order} at {shop} has been cancelled', { order: order.order_number, shop: settings.store_name }),
    title: t('Your order has been cancelled'),
    text: [
      t('Your order {order} has been cancelled.', { order: order.order_number }),
      ...describeRefund(refund, changed.length === 0),
      ...describeChanged(changed),
    ].join(' '),
    template: 'order_cancelled',
    isByCustomer: true,
    blocks: await invoiceBlocks(tx, order),
  });
  await notifyOwnerOfCancellation(tx, settings, { number: order.order_number, reason, refund });
}

/** Each parcel as a table and, until it has arrived, a link; nothing without a courier. A text message names the first. */
async function shipmentBlocks(
  tx: Tx,
  { id, order_number }: OrderRow,
  status: OrderStatus,
): Promise<{ blocks: MailBlock[]; values: Record<string, string> }> {
  const shipments = await readShipments(tx, id);
  const [first] = shipments;
  // A text message needs words for its variables.
  if (!first) return { blocks: [], values: { courier: 'our courier', tracking: order_number } };
  const blocks = shipments.flatMap(({ courier, tracking_number, url }): MailBlock[] => {
    const rows = [
      [t('Courier'), courier],
      [t('Tracking number'), tracking_number],
    ] as const;
    const isTracked = url !== undefined && status !== ORDER_DELIVERED;
    return [
      { kind: 'table', title: t('Your parcel'), rows },
      ...(isTracked ? [{ kind: 'link', label: t('Track your parcel'), url } as const] : []),
    ];
  });
  return { blocks, values: { courier: first.courier, tracking: first.tracking_number } };
}

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
    link(t('Invoice {number}', { number: row.number }), 'invoice'),
    ...(row.credit_number ? [link(t('Credit note {number}', { number: row.credit_number }), 'credit_note')] : []),
  ];
}

/** Notifies the customer of a new status of an order. Part of the transaction that sets it. */
export async function notifyOrderStatus(tx: Tx, orderId: number, status: OrderStatus): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  if (!order) return;
  const settings = await readSettings(tx);
  const step = describeStatus(status, { order: order.order_number, shop: settings.store_name });
  if (!step) return;
  const { blocks, values } = await shipmentBlocks(tx, order, status);
  await notifyCustomer(tx, settings, order, {
    ...step,
    text: [step.text, ...explainStatus(order, status, await findRefundText(tx, order))].join(' '),
    blocks: status === ORDER_RETURNED ? [] : blocks,
    papers: await invoiceBlocks(tx, order),
    values,
  });
}

/**
 * Notifies the customer that the owner has made a refund: the order's last one, or `byHand` paise. Part of the transaction that marks it.
 */
export async function notifyRefunded(tx: Tx, orderId: number, byHand?: number): Promise<void> {
  const [order] = await readOrders(tx, [orderId]);
  const amount = byHand ?? (await findRefund(tx, orderId))?.amount;
  if (!order || amount === undefined) return;
  const settings = await readSettings(tx);
  await notifyCustomer(tx, settings, order, {
    subject: t('Refund for your order {order} at {shop}', { order: order.order_number, shop: settings.store_name }),
    title: t('We have made your refund'),
    text: t('We have returned {amount} for your order {order}. It may take a few days to reach your account.', {
      amount: formatPaise(amount),
      order: order.order_number,
    }),
    template: 'order_refunded',
    values: { amount: toRupees(amount) },
  });
}

/** The most earlier orders that are searched for a mailbox. */
const MAX_SEARCHED = 50;

async function isVerified(tx: Tx, { customer_id }: OrderRow, email: string): Promise<boolean> {
  const query = tx.selectFrom('customer').select('id').where('id', '=', customer_id).where('email', '=', email);
  const proven = query.where(({ or, eb }) => or([eb('email_verified_at', 'is not', null), eb('mailbox', '=', toMailbox(email))]));
  return (await proven.executeTakeFirst()) !== undefined;
}

/** Whether an order of the customer with this address has been sent: the owner has accepted it then. */
async function hasSentOrder(tx: Tx, { customer_id }: OrderRow, email: string): Promise<boolean> {
  const orders = await tx
    .selectFrom('orders')
    .select('address')
    .where('customer_id', '=', customer_id)
    .where('status', 'in', sent)
    .orderBy('id', 'desc')
    .limit(MAX_SEARCHED)
    .execute();
  const mailbox = normaliseMailbox(email);
  return orders.some((row) => normaliseMailbox(addressOf(row).email) === mailbox);
}

/**
 * Counts a mail about an unpaid order and returns whether it may be sent. Anyone can name another person's address in an order, so a mailbox
 * gets six of them a day, unless the customer has verified it or received an order with it. Paid orders are always mailed.
 */
async function mayMailOrder(tx: Tx, order: OrderRow, email: string): Promise<boolean> {
  if (order.payment_status === 'paid' || !(await countAttempt(tx, 'orderMail', { account: email }))) return true;
  return (await isVerified(tx, order, email)) || hasSentOrder(tx, order, email);
}
