import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { refuseChange } from '#api/services/orders/staged/refuse-change.ts';
import type { StagedKind } from '#api/services/orders/staged/staged-change.ts';
import { ORDER_DELIVERED, type OrderStatus } from '#lib/contract/order-status.ts';

const kinds: readonly StagedKind[] = [
  'confirm',
  'pack',
  'dispatch',
  'out_for_delivery',
  'deliver',
  'return',
  'correct',
  'cancel',
];

/** What staff have staged on an order; undefined for nothing. */
export const readStagedChange = (db: Db, orderId: number) =>
  db
    .selectFrom('staged_change')
    .innerJoin('staff_action', 'staff_action.id', 'staged_change.action_id')
    .select(['action_id', 'staged_change.kind', 'staged_change.status', 'staged_change.due_at', 'made_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** What staff can do next with an order, as they see it: with what is staged. */
export async function listNextChanges(
  db: Db,
  { id, status, packed_at }: Pick<OrderRow, 'id' | 'status' | 'packed_at'>,
  staged: Awaited<ReturnType<typeof readStagedChange>>,
): Promise<StagedKind[]> {
  const delivered = await db
    .selectFrom('order_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('order_id', '=', id)
    .where('status', '=', ORDER_DELIVERED)
    .executeTakeFirst();
  const state = {
    status: (staged?.status ?? status) as OrderStatus,
    isPacked: packed_at !== null || staged?.kind === 'pack',
    deliveredAt: (staged?.kind === 'deliver' ? staged.made_at : delivered?.at) ?? undefined,
  };
  return kinds.filter((kind) => refuseChange(kind, state) === undefined);
}
