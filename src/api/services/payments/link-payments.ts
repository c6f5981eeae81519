import { createHmac, randomUUID } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { LinkPaymentTable } from '#api/database/schema/money.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import { createPayment, isHoldExpired, PAYMENT_HOLD_MS } from '#api/services/payment-records/payments.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { ORDER_CONFIRMED, ORDER_PLACED } from '#lib/contract/order-status.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { isoNow } from '#lib/rules/durations.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { calculateTotals, toPrepaidOffer } from '#lib/rules/totals.ts';
import { MIN_AMOUNT } from './provider-interface.ts';

/** Length of the signature of a link, in characters: 132 bits. */
const SIGNATURE_LENGTH = 22;

/**
 * Signs the link of an order by the random key of its checkout, which only the browser that made the order knows. The token names the order and
 * does not expire: the order decides what can be paid.
 */
const sign = (orderNumber: string, checkoutKey: string): string =>
  createHmac('sha256', checkoutKey).update(`pay ${orderNumber}`).digest('base64url').slice(0, SIGNATURE_LENGTH);

/** The path of the page at which an order is paid by whoever has its link. */
export const formatPayLink = (orderNumber: string, checkoutKey: string): string =>
  paths.payLink(`${orderNumber}.${sign(orderNumber, checkoutKey)}`);

/** The order of a link; undefined when the link is not genuine. It stays genuine when the order has moved to another checkout. */
export async function findLinkedOrder(db: Db, token: string): Promise<OrderRow | undefined> {
  const [, orderNumber, signature = ''] = /^([A-Z0-9-]{1,40})\.([\w-]+)$/.exec(token) ?? [];
  if (orderNumber === undefined) return undefined;
  const order = await db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
  if (!order) return undefined;
  const keys = await db
    .selectFrom('checkout')
    .select('idempotency_key')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', order.checkout_id),
        eb('id', 'in', selectFrom('link_payment').select('from_checkout_id').where('order_id', '=', order.id)),
      ]),
    )
    .execute();
  return keys.some((checkout) => isSameSecret(signature, sign(order.order_number, checkout.idempotency_key))) ? order : undefined;
}

/** What can be paid of an order by link. Paise. */
export interface LinkQuote {
  kind: LinkPaymentTable['kind'];
  amount: number;
  prepaidDiscount: number;
}

type Payable = Pick<
  OrderRow,
  'status' | 'payment_method' | 'payment_status' | 'price' | 'discount_amount' | 'shipping_amount' | 'due_amount'
>;

/**
 * What can be paid of an order now: all of one on delivery, with the discount for paying ahead and without the fee, or what is due of a paid
 * one; undefined once it is on its way or cancelled. `share` is the order's part of its checkout's items.
 */
export function quoteLink(order: Payable, settings: StoreSettings, share = 1): LinkQuote | undefined {
  if (order.status !== ORDER_PLACED && order.status !== ORDER_CONFIRMED) return undefined;
  if (order.payment_method === 'prepaid') {
    const isDue = order.payment_status === 'paid' && order.due_amount >= MIN_AMOUNT;
    return isDue ? { kind: 'due', amount: order.due_amount, prepaidDiscount: 0 } : undefined;
  }
  if (order.payment_status !== 'pending') return undefined;
  const offer = toPrepaidOffer(settings.prepaid_discount);
  const { total: amount, prepaidDiscount } = calculateTotals({
    items: order.price,
    discount: order.discount_amount,
    prepaidOffer: offer?.kind === 'amount' ? { ...offer, value: Math.floor(offer.value * share) } : offer,
    paymentMethod: 'prepaid',
    charges: { shipping: order.shipping_amount, freeFrom: null, codFee: 0 },
  });
  return amount >= MIN_AMOUNT ? { kind: 'order', amount, prepaidDiscount } : undefined;
}

/** As `quoteLink`, for the order as it is stored. */
export async function quoteOrder(db: Db, order: OrderRow): Promise<LinkQuote | undefined> {
  const siblings = await db.selectFrom('orders').select('price').where('checkout_id', '=', order.checkout_id).execute();
  const all = siblings.reduce((sum, { price }) => sum + price, 0);
  return quoteLink(order, await readSettings(db), all > 0 ? order.price / all : 1);
}

/** The newest payment of an order by link. */
export const findPaymentByLink = (db: Db, orderId: number): Promise<PaymentTable | undefined> =>
  db
    .selectFrom('payment')
    .innerJoin('link_payment', 'link_payment.payment_id', 'payment.id')
    .selectAll('payment')
    .where('link_payment.order_id', '=', orderId)
    .orderBy('payment.created_at', 'desc')
    .executeTakeFirst();

/**
 * Opens the payment of an order by link: the one that is open already if it still fits. Undefined when there is nothing to pay. Its checkout has no
 * orders until it is paid.
 */
export async function openLinkPayment(tx: Tx, orderId: number, provider: string): Promise<PaymentTable | undefined> {
  const { customer_id } = await tx.selectFrom('orders').select('customer_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  await lockCustomer(tx, customer_id);
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const quote = await quoteOrder(tx, order);
  if (!quote) return undefined;
  const open = await findPaymentByLink(tx, orderId);
  const fits = open?.status === 'pending' && open.amount === quote.amount && open.provider === provider && !isHoldExpired(open);
  if (open && fits) return open;
  const terms = await tx
    .selectFrom('checkout')
    .select(['shipping_charge', 'free_shipping_from'])
    .where('id', '=', order.checkout_id)
    .executeTakeFirstOrThrow();
  const checkout = { customer_id, idempotency_key: randomUUID(), body_hash: '', reply: '', created_at: isoNow(), ...terms };
  const { id: checkoutId } = await tx.insertInto('checkout').values(checkout).returning('id').executeTakeFirstOrThrow();
  const { amount, kind, prepaidDiscount } = quote;
  const id = await createPayment(tx, { checkoutId, customerId: customer_id, provider, amount, holdMs: PAYMENT_HOLD_MS });
  const link = {
    payment_id: id,
    order_id: orderId,
    from_checkout_id: order.checkout_id,
    kind,
    prepaid_discount: prepaidDiscount,
  };
  await tx.insertInto('link_payment').values(link).execute();
  return tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The link that has opened a payment, as a path of the site; undefined for the payment of a checkout. */
export async function findPayLinkOf(db: Db, payment: Pick<PaymentTable, 'id'>): Promise<string | undefined> {
  const row = await db
    .selectFrom('link_payment')
    .innerJoin('orders', 'orders.id', 'link_payment.order_id')
    .innerJoin('checkout', 'checkout.id', 'link_payment.from_checkout_id')
    .select(['order_number', 'idempotency_key'])
    .where('payment_id', '=', payment.id)
    .executeTakeFirst();
  return row && formatPayLink(row.order_number, row.idempotency_key);
}

/** The links of a customer's orders that can be paid now, by order id. */
export async function readPayLinks(db: Db, customerId: number): Promise<Map<number, string>> {
  const settings = await readSettings(db);
  const rows = await db
    .selectFrom('orders')
    .innerJoin('checkout', 'checkout.id', 'orders.checkout_id')
    .selectAll('orders')
    .select('checkout.idempotency_key')
    .where('orders.customer_id', '=', customerId)
    .where('orders.status', 'in', [ORDER_PLACED, ORDER_CONFIRMED])
    .execute();
  return new Map(
    rows.flatMap((row) =>
      quoteLink(row, settings) ? [[row.id, formatPayLink(row.order_number, row.idempotency_key)] as const] : [],
    ),
  );
}
