import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { restoreStock } from '#api/services/catalogue/stock.ts';
import { issueCreditNotes } from '#api/services/invoices/issue-credit-notes.ts';
import { createRefundsFor } from '#api/services/payments/refunds.ts';
import { ORDER_CANCELLED, type OrderStatus } from '#lib/contract/order-status.ts';
import { amountColumns, type ChangedOrder, changeRemainingOrders } from './change-remaining-orders.ts';
import { readOrderUnits } from './order-units.ts';
import { addTimelineEvents } from './timeline-events.ts';

/** Conditions of a cancellation, and the fields it sets. */
export interface OrderCancellation {
  /** Orders in any other status are left unchanged. */
  allowedStatuses: readonly OrderStatus[];
  /** Shown in the order's timeline. */
  reason: string;
  paymentStatus?: OrderTable['payment_status'];
}

/** What a cancellation did. */
export interface CancelledOrders {
  /** The ids of the orders that it cancelled. */
  cancelled: number[];
  /** Orders of the same checkout that stay, at another total. */
  changed: ChangedOrder[];
}

/** The part of each total that is to be refunded when `kept` paise of them together pay for the orders that stay. */
function subtractKept<Row extends { final_amount: number }>(rows: readonly Row[], kept: number): Row[] {
  let left = kept;
  return rows.map((row) => {
    const part = Math.min(left, row.final_amount);
    left -= part;
    return { ...row, final_amount: row.final_amount - part };
  });
}

/**
 * Cancels orders of one checkout: restores stock, works out the amounts of the orders that stay, releases the coupon use that they no longer
 * need, issues credit notes, and creates refunds. Idempotent and safe for concurrent calls. Expects the customer to be locked.
 */
export async function cancelOrders(
  tx: Tx,
  checkoutId: number,
  orderIds: readonly number[],
  { allowedStatuses, reason, paymentStatus }: OrderCancellation,
): Promise<CancelledOrders> {
  const cancelled = await tx
    .updateTable('orders')
    .set({ status: ORDER_CANCELLED, ...(paymentStatus && { payment_status: paymentStatus }) })
    .where('id', 'in', orderIds)
    .where('status', 'in', allowedStatuses)
    .returning(['id', 'payment_status', ...amountColumns])
    .execute();
  if (cancelled.length === 0) return { cancelled: [], changed: [] };
  const ids = cancelled.map(({ id }) => id);
  await addTimelineEvents(tx, ids, { status: ORDER_CANCELLED, reason });
  await restoreStock(tx, await readOrderUnits(tx, ids));
  const { changed, kept } = await changeRemainingOrders(tx, checkoutId, cancelled);
  await issueCreditNotes(tx, ids);
  await createRefundsFor(
    tx,
    checkoutId,
    subtractKept(cancelled, kept).filter(({ payment_status }) => payment_status === 'paid'),
  );
  return { cancelled: ids, changed };
}
