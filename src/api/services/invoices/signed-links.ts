import { createHmac } from 'node:crypto';
import type { Db } from '#api/database/schema/engine.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import type { Order } from '#lib/contract/orders.ts';
import { DAY_MS } from '#lib/rules/durations.ts';

/** How long a link in the customer's list of orders works, in milliseconds. */
export const LIST_LINK_TTL_MS = DAY_MS;

/** How long a link in a mail works, in milliseconds. */
export const MAIL_LINK_TTL_MS = 30 * DAY_MS;

export type Paper = 'invoice' | 'credit_note';

/** What a link names, and the secret of the order's invoice. */
interface Link {
  orderNumber: string;
  secret: string;
  paper: Paper;
  /** Seconds since 1970. */
  until: string;
  /** The number of a document that a change of the order has replaced. */
  replaced?: string | undefined;
}

const sign = ({ orderNumber, secret, paper, until, replaced }: Link): string =>
  createHmac('sha256', secret)
    .update([orderNumber, until, ...(paper === 'invoice' && !replaced ? [] : [paper]), ...(replaced ? [replaced] : [])].join(' '))
    .digest('base64url');

/**
 * Formats a link to an invoice or credit note that works for `ttlMs` milliseconds, as a path below the API base; `replaced` is the number of
 * one that a change of the order has replaced.
 */
export function formatInvoicePath(
  orderNumber: string,
  secret: string,
  ttlMs: number,
  paper: Paper = 'invoice',
  replaced?: string,
): string {
  const until = String(Math.floor((Date.now() + ttlMs) / 1000));
  const query = new URLSearchParams({ ...(paper !== 'invoice' && { paper }), ...(replaced && { replaced }), until });
  return `/invoices/${orderNumber}?${query}&signature=${sign({ orderNumber, secret, paper, until, replaced })}`;
}

/** Whether a link has the right signature and has not expired. */
export const isLinkValid = (link: Link, signature: string): boolean =>
  isSameSecret(signature, sign(link)) && Number(link.until) * 1000 > Date.now();

/** Signed links to the invoices and credit notes of orders, by order id. */
export async function readInvoiceLinks(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, Pick<Order, 'invoice' | 'credit_note'>>> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .leftJoin('credit_note', 'credit_note.order_id', 'invoice.order_id')
    .select([
      'invoice.order_id',
      'invoice.number',
      'invoice.secret',
      'orders.order_number',
      'credit_note.number as credit_number',
    ])
    .where('invoice.order_id', 'in', orderIds)
    .execute();
  return new Map(
    rows.map(({ order_id, order_number, number, secret, credit_number }) => {
      const url = (paper: Paper) => formatInvoicePath(order_number, secret, LIST_LINK_TTL_MS, paper);
      return [
        order_id,
        {
          invoice: { number, url: url('invoice') },
          ...(credit_number && { credit_note: { number: credit_number, url: url('credit_note') } }),
        },
      ];
    }),
  );
}
