import type { Db } from '#api/database/schema/engine.ts';
import type { AdminOrder } from '#lib/contract/admin/order.ts';
import { ORDER_DELIVERED, type OrderStatus } from '#lib/contract/order-status.ts';
import { listPossible, type OrderState } from './staged-change.ts';

/** Orders with what decides about their changes, and what is staged on them. */
export const readStates = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orders')
    .leftJoin('staged_change', 'staged_change.order_id', 'orders.id')
    .leftJoin('staff_action', 'staff_action.id', 'staged_change.action_id')
    .leftJoin('remitted_order', 'remitted_order.order_id', 'orders.id')
    .select(['orders.id', 'order_number', 'checkout_id', 'orders.status', 'payment_method', 'payment_status', 'packed_at'])
    .select(['action_id', 'staged_change.status as staged_status', 'staged_change.kind as staged_kind', 'change'])
    .select(['staff_action.made_at', 'staff_action.staff_id', 'staged_change.due_at', 'remitted_order.remitted'])
    .select(({ selectFrom }) =>
      selectFrom('order_event')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('order_event.order_id', '=', 'orders.id')
        .where('order_event.status', '=', ORDER_DELIVERED)
        .as('delivered_at'),
    )
    .where('orders.id', 'in', orderIds)
    .orderBy('orders.id')
    .execute();

export type StateRow = Awaited<ReturnType<typeof readStates>>[number];

/** The state without what is staged. */
export const toState = ({ status, packed_at, delivered_at, remitted }: StateRow): OrderState => ({
  isRemitted: (remitted ?? 0) > 0,
  status: status as OrderStatus,
  isPacked: packed_at !== null,
  deliveredAt: delivered_at ?? undefined,
});

/** The state as the lists of staff show it. */
export const toShownState = (row: StateRow): OrderState => ({
  status: (row.staged_status ?? row.status) as OrderStatus,
  isPacked: row.packed_at !== null || row.staged_kind === 'pack',
  deliveredAt: (row.staged_kind === 'deliver' ? row.made_at : row.delivered_at) ?? undefined,
  isRemitted: (row.remitted ?? 0) > 0,
});

/** What is staged on an order, and what staff can do next with it, as they see it. */
export async function readOrderState(
  db: Db,
  orderId: number,
): Promise<Pick<AdminOrder, 'staged' | 'next'> & { status: OrderStatus }> {
  const [row] = await readStates(db, [orderId]);
  if (!row) throw new Error(`There is no order ${orderId}`);
  const { action_id, staged_kind: kind, staged_status, due_at } = row;
  const state = toShownState(row);
  return {
    status: state.status,
    ...(action_id !== null &&
      kind !== null &&
      due_at !== null && { staged: { action_id, kind, ...(staged_status && { status: staged_status }), due_at } }),
    next: listPossible(state),
  };
}
