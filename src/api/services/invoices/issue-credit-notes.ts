import type { Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { drawCreditNoteNumber } from './number-series.ts';

/**
 * Issues credit notes for those of these orders that have an invoice: their goods came back, or never arrived. A credit note reverses the
 * whole invoice and never changes. Expects the customer to be locked, and each order to be cancelled or returned only once.
 */
export async function issueCreditNotes(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const invoices = await tx
    .selectFrom('invoice')
    .select(['order_id', 'seller_id', 'document'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .execute();
  const issued_at = isoNow();
  for (const { order_id, seller_id, document } of invoices) {
    const invoice = JSON.parse(document) as InvoiceDocument;
    const creditNote: InvoiceDocument = {
      ...invoice,
      kind: 'credit_note',
      number: await drawCreditNoteNumber(tx, seller_id, issued_at),
      issued_at,
      credits: { kind: invoice.kind, number: invoice.number, issued_at: invoice.issued_at },
    };
    await tx
      .insertInto('credit_note')
      .values({ order_id, seller_id, number: creditNote.number, issued_at, document: JSON.stringify(creditNote) })
      .execute();
  }
}
