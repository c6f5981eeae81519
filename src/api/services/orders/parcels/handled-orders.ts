import type { Db } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import { MAX_COUNTED_ORDERS } from '#lib/contract/limits.ts';
import { ORDER_CONFIRMED, ORDER_DISPATCHED, type OrderStatus } from '#lib/contract/order-status.ts';

/** An order to pack or to ship, with what staff have staged as if it were done. */
export interface WaitingOrder {
  id: number;
  placed_at: string;
  order_number: string;
  isPacked: boolean;
}

/** Confirmed orders that have not left, by age; `unpacked` leaves those out that are packed. */
export async function readWaitingOrders(db: Db, { unpacked }: { unpacked: boolean }): Promise<WaitingOrder[]> {
  const columns = ['orders.id', 'orders.order_number', 'orders.placed_at', 'orders.packed_at', 'staged_change.kind'] as const;
  let confirmed = db
    .selectFrom('orders')
    .leftJoin('staged_change', 'staged_change.order_id', 'orders.id')
    .select(columns)
    .where('orders.status', '=', ORDER_CONFIRMED)
    .where(({ or, eb }) => or([eb('staged_change.kind', 'is', null), eb('staged_change.kind', '=', 'pack')]))
    .orderBy('orders.placed_at')
    .orderBy('orders.id')
    .limit(MAX_COUNTED_ORDERS + 1);
  if (unpacked) confirmed = confirmed.where('orders.packed_at', 'is', null).where('staged_change.kind', 'is', null);
  const stagedNow = await db
    .selectFrom('staged_change')
    .innerJoin('orders', 'orders.id', 'staged_change.order_id')
    .select(columns)
    .where('staged_change.kind', '=', 'confirm')
    .execute();
  const rows = [...(await confirmed.execute()), ...stagedNow].sort((a, b) =>
    a.placed_at < b.placed_at ? -1 : a.placed_at > b.placed_at ? 1 : a.id - b.id,
  );
  return rows.map(({ id, order_number, placed_at, packed_at, kind }) => ({
    id,
    placed_at,
    order_number,
    isPacked: packed_at !== null || kind === 'pack',
  }));
}

export interface HandledOrderRow {
  id: number;
  order_number: string;
  status: OrderStatus;
  isPacked: boolean;
}

/** What a packer may see: what is to be packed or shipped, and what they have packed. */
const packersStatuses: readonly OrderStatus[] = [ORDER_CONFIRMED];

/**
 * Orders by their numbers, in any case, in the order of `numbers`. Owners may handle each; packers those that are confirmed, those that leave in a
 * moment, and those that they have packed; `withDispatched` adds those that have left and are on their way to the courier.
 */
export async function readHandledOrders(
  db: Db,
  { staffId, role }: Pick<Staff, 'staffId' | 'role'>,
  numbers: readonly string[],
  { withDispatched = false }: { withDispatched?: boolean } = {},
): Promise<HandledOrderRow[]> {
  const unique = [...new Set(numbers.map(normaliseOrderNumber))];
  if (unique.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .leftJoin('staged_change', 'staged_change.order_id', 'orders.id')
    .select(['orders.id', 'order_number', 'orders.status', 'packed_at', 'packed_by'])
    .select(['staged_change.kind', 'staged_change.status as staged_status'])
    .where('order_number', 'in', unique)
    .execute();
  const byNumber = new Map(
    rows.flatMap((row): [string, HandledOrderRow][] => {
      const status = (row.staged_status ?? row.status) as OrderStatus;
      const isLeaving = status === ORDER_DISPATCHED && (withDispatched || row.status !== ORDER_DISPATCHED);
      const may = role === 'owner' || row.packed_by === staffId || isLeaving || packersStatuses.includes(status);
      const { id, order_number } = row;
      return may ? [[order_number, { id, order_number, status, isPacked: row.packed_at !== null || row.kind === 'pack' }]] : [];
    }),
  );
  return unique.flatMap((number) => byNumber.get(number) ?? []);
}

/** One order that this member of staff may pack, ship or print. Throws a `Refusal` (404). */
export async function requireHandledOrder(
  db: Db,
  staff: Pick<Staff, 'staffId' | 'role'>,
  number: string,
): Promise<HandledOrderRow> {
  const [order] = await readHandledOrders(db, staff, [number]);
  if (!order) throw new Refusal(404, 'There is no such order.');
  return order;
}
