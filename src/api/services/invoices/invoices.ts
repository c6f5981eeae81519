import type { Db } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/orders/number.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { InvoiceDocument } from './document.ts';
import { isLinkValid } from './links.ts';

/** An issued invoice, and the order's present status. */
export interface IssuedInvoice {
  document: InvoiceDocument;
  status: OrderStatus;
}

/** The invoice of an order by its number, with the key of its links; undefined when there is none. */
async function findInvoiceRow(db: Db, orderNumber: string) {
  const row = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .select(['invoice.document', 'invoice.secret', 'orders.status', 'orders.order_number'])
    .where('orders.order_number', '=', normaliseOrderNumber(orderNumber))
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as InvoiceDocument, status: row.status as OrderStatus };
}

/** Finds the invoice of an order; undefined when it has none. */
export async function findInvoice(db: Db, orderNumber: string): Promise<IssuedInvoice | undefined> {
  const row = await findInvoiceRow(db, orderNumber);
  return row && { document: row.document, status: row.status };
}

/** Finds the invoice that a signed link names; undefined when the link is wrong or has expired. */
export async function findInvoiceByLink(
  db: Db,
  { orderNumber, until, signature }: { orderNumber: string; until: string; signature: string },
): Promise<IssuedInvoice | undefined> {
  const row = await findInvoiceRow(db, orderNumber);
  if (!row || !isLinkValid(row.order_number, row.secret, until, signature)) return undefined;
  return { document: row.document, status: row.status };
}
