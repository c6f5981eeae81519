import type { Db, Tx } from '#api/database/schema/engine.ts';
import { issueCreditNotes } from './issue-credit-notes.ts';
import { issueInvoice } from './issue-invoice.ts';
import { formatInvoicePath, LIST_LINK_TTL_MS } from './signed-links.ts';

/**
 * Reverses the invoice of an order that has been changed by a credit note, and issues another one for what the order is now. Both former
 * documents are kept; links to the former invoice open the new one. Returns whether there was an invoice. Expects the customer to be locked,
 * and the change to be stored.
 */
export async function replaceInvoice(tx: Tx, orderId: number): Promise<boolean> {
  const invoice = await tx.selectFrom('invoice').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!invoice) return false;
  await issueCreditNotes(tx, [orderId]);
  const credit = await tx
    .deleteFrom('credit_note')
    .where('order_id', '=', orderId)
    .returning(['number', 'issued_at', 'document'])
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('invoice').where('order_id', '=', orderId).execute();
  const { secret, ...kept } = invoice;
  await tx
    .insertInto('replaced_invoice')
    .values({ ...kept, credit_number: credit.number, credited_at: credit.issued_at, credit_document: credit.document })
    .execute();
  await issueInvoice(tx, orderId, secret);
  return true;
}

export interface ListedPaper {
  kind: 'invoice' | 'credit_note';
  number: string;
  issued_at: string;
  url: string;
}

/** All invoices and credit notes of an order, the oldest first, with those that a change has replaced. */
export async function listPapers(db: Db, orderId: number): Promise<ListedPaper[]> {
  const current = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .leftJoin('credit_note', 'credit_note.order_id', 'invoice.order_id')
    .select(['order_number', 'secret', 'invoice.number', 'invoice.issued_at'])
    .select(['credit_note.number as credit_number', 'credit_note.issued_at as credited_at'])
    .where('invoice.order_id', '=', orderId)
    .executeTakeFirst();
  if (!current) return [];
  const replaced = await db
    .selectFrom('replaced_invoice')
    .select(['number', 'issued_at', 'credit_number', 'credited_at'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  const { order_number, secret } = current;
  return [...replaced, current].flatMap(({ number, issued_at, credit_number, credited_at }, i) => {
    const isReplaced = i < replaced.length;
    const paper = (kind: ListedPaper['kind'], own: string, at: string): ListedPaper => ({
      kind,
      number: own,
      issued_at: at,
      url: formatInvoicePath(order_number, secret, LIST_LINK_TTL_MS, kind, isReplaced ? own : undefined),
    });
    return [
      paper('invoice', number, issued_at),
      ...(credit_number && credited_at ? [paper('credit_note', credit_number, credited_at)] : []),
    ];
  });
}
