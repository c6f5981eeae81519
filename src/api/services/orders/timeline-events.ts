import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { isoNow } from '#lib/rules/durations.ts';

interface TimelineEvent {
  status: OrderStatus;
  /** ISO 8601; now by default. */
  at?: string;
  reason?: string | null;
}

/** The insert of one status into the timelines of orders. */
export const insertTimelineEvents = (
  tx: Tx,
  orderIds: readonly number[],
  { status, at = isoNow(), reason = null }: TimelineEvent,
) => tx.insertInto('order_event').values(orderIds.map((order_id) => ({ order_id, status, at, reason })));

/** Adds one status to the timelines of orders. */
export async function addTimelineEvents(tx: Tx, orderIds: readonly number[], event: TimelineEvent): Promise<void> {
  await insertTimelineEvents(tx, orderIds, event).execute();
}

/** The timelines of orders, oldest event first. */
export const readTimelineEvents = (db: Db, orderIds: readonly number[]) =>
  db.selectFrom('order_event').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
