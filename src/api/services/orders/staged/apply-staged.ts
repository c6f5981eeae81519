import type { Tx } from '#api/database/schema/engine.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { applyStatus, type LockedOrder } from '#api/services/orders/apply-status.ts';
import { correctDelivered } from '#api/services/orders/correct-delivered.ts';
import { type StagedChange, statusAfter } from './staged-change.ts';

/**
 * Makes a change that was staged. "Packed" is a mark with time and name, at which the invoice is issued, so that it can go into the parcel.
 * Expects the customer to be locked and the order to allow the change.
 */
export async function applyStaged(
  tx: Tx,
  order: LockedOrder,
  change: StagedChange,
  { staffId, at }: { staffId: number; at: string },
): Promise<void> {
  if (change.kind === 'pack') {
    await tx.updateTable('orders').set({ packed_at: at, packed_by: staffId }).where('id', '=', order.id).execute();
    await issueInvoice(tx, order.id);
    return;
  }
  if (change.kind === 'correct') return correctDelivered(tx, order, change);
  const status = statusAfter(change);
  if (!status) return;
  await applyStatus(tx, order, {
    status,
    ...('reason' in change && { reason: change.reason }),
    ...('shipment' in change && { shipment: change.shipment }),
    ...('restock' in change && { restock: change.restock }),
  });
}
