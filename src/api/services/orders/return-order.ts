import type { Tx } from '#api/database/schema/engine.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { createRefundsFor } from '#api/services/payments/refunds.ts';
import { ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { readOrderUnits } from './order-units.ts';
import { addTimelineEvents } from './timeline-events.ts';

/**
 * Records that a parcel came back: restores its stock, issues its credit note, creates the refund of a paid order, and marks cash on
 * delivery as not collected. The coupon stays used. Expects the customer to be locked.
 */
export async function returnOrder(
  tx: Tx,
  { id, checkout_id, payment_status }: { id: number; checkout_id: number; payment_status: string },
  reason: string | undefined,
): Promise<void> {
  const isPaid = payment_status === 'paid';
  const { final_amount } = await tx
    .updateTable('orders')
    .set({ status: ORDER_RETURNED, ...(!isPaid && { payment_status: 'failed' }) })
    .where('id', '=', id)
    .returning('final_amount')
    .executeTakeFirstOrThrow();
  await addTimelineEvents(tx, [id], { status: ORDER_RETURNED, reason: reason ?? null });
  await restoreStock(tx, await readOrderUnits(tx, [id]));
  await issueCreditNotes(tx, [id]);
  if (isPaid) await createRefundsFor(tx, checkout_id, [{ id, final_amount }]);
}
