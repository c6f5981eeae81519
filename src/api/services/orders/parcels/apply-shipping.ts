import type { Db, Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { ensureOrderStatus } from '#api/services/orders/change-status.ts';
import { stageChanges } from '#api/services/orders/staged/stage.ts';
import { Refusal } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import type { AwbLine } from '#lib/contract/admin/fulfilment.ts';
import { ORDER_DISPATCHED, type OrderStatus } from '#lib/contract/order-status.ts';
import { readHandledOrders } from './handled-orders.ts';
import { findTakenAwbs, insertParcels, lockAwbs, updateParcel } from './parcels.ts';
import { type OrderOfList, type PlannedOrder, planShipping, type ShippingPlan } from './plan-shipping.ts';
import type { AwbRow } from './read-awb-list.ts';

interface ListContext {
  /** The orders as shown, for lines without a number. */
  shown?: readonly string[] | undefined;
  /** For lines without a courier. */
  courier?: string | undefined;
}

/** Says what a list would do for a member of staff. */
export const previewShipping = (db: Db, staff: Pick<Staff, 'staffId' | 'role'>, list: readonly AwbRow[], context: ListContext) =>
  planShipping(db, list, {
    ...context,
    readOrders: (numbers) => readHandledOrders(db, staff, numbers, { withDispatched: true }),
  });

/** Writes the parcels of orders. Throws a `Refusal` (409) when two orders would have one AWB. */
async function saveParcels(tx: Tx, orders: readonly PlannedOrder[]): Promise<void> {
  for (const { id, correct } of orders) if (correct) await updateParcel(tx, id, correct.id, correct.shipment);
  await insertParcels(
    tx,
    orders.flatMap(({ id, add }) => add.map((shipment) => ({ order_id: id, ...shipment }))),
  );
  for (const { id, order_number, add, correct } of orders) {
    const awbs = [...add, ...(correct ? [correct.shipment] : [])].map(({ tracking_number }) => tracking_number);
    const [taken] = await findTakenAwbs(tx, awbs, [id]);
    if (taken) throw new Refusal(409, `Orders ${order_number} and ${taken[1]} would both have the AWB ${taken[0]}.`);
  }
}

/**
 * Saves the parcels of a list and stages the dispatch of its orders, which can be undone; the AWBs then stay, for the list to be corrected. The
 * same list again changes nothing. Throws a `Refusal` (409).
 */
export async function applyShipping(
  tx: Tx,
  staff: Pick<Staff, 'staffId' | 'role'>,
  list: readonly AwbRow[],
  context: ListContext & { formId?: string | undefined },
): Promise<{ lines: AwbLine[]; actionId?: number }> {
  await lockAwbs(tx);
  const { lines, orders } = await previewShipping(tx, staff, list, context);
  await saveParcels(tx, orders);
  for (const { order_number, add, correct } of orders) {
    const after = [...(correct ? [correct.shipment] : []), ...add];
    if (after.length === 0) continue;
    const detail = { after: after.map((parcel) => `${parcel.courier} ${parcel.tracking_number}`).join(', ') };
    const action = correct ? 'parcel correct' : 'parcel add';
    await recordAudit(tx, { actor: staffActor(staff), action, subject: `order:${order_number}`, detail });
  }
  const leaving = orders.flatMap(({ order_number, isToShip }) => (isToShip ? [order_number] : []));
  if (leaving.length === 0) return { lines };
  const { id, results } = await stageChanges(tx, staff, leaving, { kind: 'dispatch' }, context.formId);
  const refused = new Map(results.flatMap(({ order, ok, reason }) => (ok ? [] : [[order, reason ?? '']])));
  return {
    actionId: id,
    lines: lines.map((line): AwbLine => {
      const reason = line.order_number === null ? undefined : refused.get(line.order_number);
      return reason !== undefined && line.result === 'ship' ? { ...line, result: 'refused', message: reason } : line;
    }),
  };
}

async function readOrders(db: Db, numbers: readonly string[]): Promise<OrderOfList[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_number', 'status'])
    .where('order_number', 'in', numbers)
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus }));
}

/** Says what a list would do for a command. */
export const planShippingOfOwner = (db: Db, list: readonly AwbRow[], context: ListContext): Promise<ShippingPlan> =>
  planShipping(db, list, { ...context, readOrders: (numbers) => readOrders(db, numbers) });

/**
 * Saves the parcels of one order of a list and dispatches it at once, with its messages. Throws a `Refusal` (409) and `StatusTransitionError`.
 */
export async function dispatchPlanned(tx: Tx, order: PlannedOrder): Promise<void> {
  await lockAwbs(tx);
  await saveParcels(tx, [order]);
  if (order.isToShip) await ensureOrderStatus(tx, order.order_number, { status: ORDER_DISPATCHED });
}
