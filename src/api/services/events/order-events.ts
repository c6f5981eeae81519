import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { EventType } from './event-types.ts';
import { recordEvent } from './record-event.ts';

type OrderEventType = Exclude<Extract<EventType, `order.${string}`>, 'order.refunded'>;

/** Records an event of an order, with its row after the change. */
export const recordOrderEvent = (tx: Tx, type: OrderEventType, row: OrderRow): void =>
  recordEvent(tx, type, { ...row, order_id: row.id });

/** Records that orders have been placed, and paid if they are. */
export function recordPlacedOrders(tx: Tx, rows: readonly OrderRow[]): void {
  for (const row of rows) {
    recordOrderEvent(tx, 'order.placed', row);
    if (row.payment_status === 'paid') recordOrderEvent(tx, 'order.paid', row);
  }
}

/** Records that `amount` paise of an order have been returned. */
export const recordRefund = (tx: Tx, row: OrderRow, amount: number): void =>
  recordEvent(tx, 'order.refunded', { ...row, order_id: row.id, refunded_amount: amount });
