import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#api/database/schema/engine.ts';
import type { Order } from '#lib/contract/orders.ts';
import { DAY_MS } from '#lib/rules/durations.ts';

/** How long a link in the customer's list of orders works, in milliseconds. */
const LIST_LINK_TTL_MS = DAY_MS;

/** How long a link in a mail works, in milliseconds. */
export const MAIL_LINK_TTL_MS = 30 * DAY_MS;

/** Signs an order number and an expiry in seconds since 1970 with the invoice's secret. */
const sign = (secret: string, orderNumber: string, until: string): string =>
  createHmac('sha256', secret).update(`${orderNumber} ${until}`).digest('base64url');

/** Formats a link to an invoice that works for `ttlMs` milliseconds, as a path below the API base. */
export function formatInvoicePath(orderNumber: string, secret: string, ttlMs: number): string {
  const until = String(Math.floor((Date.now() + ttlMs) / 1000));
  return `/invoices/${orderNumber}?until=${until}&signature=${sign(secret, orderNumber, until)}`;
}

/** Whether a link has the right signature and has not expired. */
export function isLinkValid(orderNumber: string, secret: string, until: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, orderNumber, until));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && Number(until) * 1000 > Date.now();
}

/** Signed links to the invoices of orders, by order id. */
export async function readInvoiceLinks(db: Db, orderIds: readonly number[]): Promise<Map<number, NonNullable<Order['invoice']>>> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .select(['invoice.order_id', 'invoice.number', 'invoice.secret', 'orders.order_number'])
    .where('invoice.order_id', 'in', orderIds)
    .execute();
  return new Map(
    rows.map(({ order_id, order_number, number, secret }) => [
      order_id,
      { number, url: formatInvoicePath(order_number, secret, LIST_LINK_TTL_MS) },
    ]),
  );
}
