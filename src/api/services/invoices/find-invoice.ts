import type { Db } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { isLinkValid, type Paper } from './signed-links.ts';

export interface IssuedInvoice {
  document: InvoiceDocument;
  status: OrderStatus;
}

/** The invoice or credit note of an order by its number, with the key of its links; undefined when there is none. */
async function findRow(db: Db, orderNumber: string, paper: Paper) {
  const row = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .leftJoin('credit_note', 'credit_note.order_id', 'invoice.order_id')
    .select(['invoice.document as invoice', 'credit_note.document as credit_note', 'invoice.secret'])
    .select(['orders.status', 'orders.order_number'])
    .where('orders.order_number', '=', normaliseOrderNumber(orderNumber))
    .executeTakeFirst();
  const document = row?.[paper];
  return row && document
    ? { ...row, document: JSON.parse(document) as InvoiceDocument, status: row.status as OrderStatus }
    : undefined;
}

/** Finds the invoice or credit note of an order; undefined when it has none. */
export async function findInvoice(db: Db, orderNumber: string, paper: Paper = 'invoice'): Promise<IssuedInvoice | undefined> {
  const row = await findRow(db, orderNumber, paper);
  return row && { document: row.document, status: row.status };
}

/** Finds the document with this number that a change of an order has replaced, with the key of its links. */
async function findReplacedRow(db: Db, orderNumber: string, paper: Paper, number: string) {
  const row = await db
    .selectFrom('replaced_invoice')
    .innerJoin('orders', 'orders.id', 'replaced_invoice.order_id')
    .innerJoin('invoice', 'invoice.order_id', 'orders.id')
    .select(['replaced_invoice.document as invoice', 'credit_document as credit_note', 'secret', 'status', 'order_number'])
    .where('order_number', '=', normaliseOrderNumber(orderNumber))
    .where(paper === 'invoice' ? 'replaced_invoice.number' : 'credit_number', '=', number)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row[paper]) as InvoiceDocument, status: row.status as OrderStatus };
}

/** Finds the document that a signed link names; undefined when the link is wrong or has expired. */
export async function findInvoiceByLink(
  db: Db,
  {
    orderNumber,
    paper,
    until,
    signature,
    replaced,
  }: { orderNumber: string; paper: Paper; until: string; signature: string; replaced?: string | undefined },
): Promise<IssuedInvoice | undefined> {
  const row = await (replaced ? findReplacedRow(db, orderNumber, paper, replaced) : findRow(db, orderNumber, paper));
  if (!row || !isLinkValid({ orderNumber: row.order_number, secret: row.secret, paper, until, replaced }, signature))
    return undefined;
  return { document: row.document, status: row.status };
}

/** The invoices of orders that have one, in the sequence of `orderIds`. */
export async function findInvoicesOf(db: Db, orderIds: readonly number[]): Promise<IssuedInvoice[]> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .select(['orders.id', 'invoice.document', 'orders.status'])
    .where('orders.id', 'in', orderIds)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orderIds.flatMap((id) => {
    const row = byId.get(id);
    return row ? { document: JSON.parse(row.document) as InvoiceDocument, status: row.status as OrderStatus } : [];
  });
}
