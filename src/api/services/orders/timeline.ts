import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Adds one status to the timelines of orders. `at` is ISO 8601 and defaults to now. */
export async function addTimelineEvents(
  tx: Tx,
  orderIds: readonly number[],
  { status, at = isoNow(), reason = null }: { status: OrderStatus; at?: string; reason?: string | null },
): Promise<void> {
  await tx
    .insertInto('order_event')
    .values(orderIds.map((order_id) => ({ order_id, status, at, reason })))
    .execute();
}
