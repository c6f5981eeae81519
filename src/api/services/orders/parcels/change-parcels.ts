import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { MAX_PARCELS } from '#lib/contract/limits.ts';
import { requireHandledOrder } from './handled-orders.ts';
import { findTakenAwbs, insertParcels, lockAwbs, readParcels, toAwbKey, toShipment, updateParcel } from './parcels.ts';

type Actor = Pick<Staff, 'staffId' | 'role'>;

/**
 * Adds a parcel to an order, or corrects the one with this id; the customer is told nothing. The same again changes nothing. Throws a `Refusal`: 404
 * for an unknown order or parcel, 409 when another order has the AWB.
 */
export async function setParcel(
  tx: Tx,
  staff: Actor,
  { order_number, id, courier, awb }: { order_number: string; id?: number | undefined; courier: string; awb: string },
): Promise<void> {
  await lockAwbs(tx);
  const order = await requireHandledOrder(tx, staff, order_number);
  const existing = (await readParcels(tx, [order.id])).get(order.id) ?? [];
  const shipment = toShipment(courier, awb);
  const key = toAwbKey(awb);
  const other = (await findTakenAwbs(tx, [awb], [order.id])).get(key);
  if (other) throw new Refusal(409, `Order ${other} has this AWB.`, { errors: { awb: [`Order ${other} has this AWB.`] } });
  const twin = existing.find((parcel) => toAwbKey(parcel.tracking_number) === key);
  if (id === undefined && twin) return;
  if (twin && twin.id !== id) throw refuseField('awb', 'Another parcel of this order has this AWB.');
  if (id === undefined && existing.length >= MAX_PARCELS) throw new Refusal(409, `An order has at most ${MAX_PARCELS} parcels.`);
  if (id === undefined) await insertParcels(tx, [{ order_id: order.id, ...shipment }]);
  else if (!(await updateParcel(tx, order.id, id, shipment))) throw new Refusal(404, 'The order has no such parcel any more.');
  const before = existing.find((parcel) => parcel.id === id);
  await recordAudit(tx, {
    actor: staffActor(staff),
    action: id === undefined ? 'parcel add' : 'parcel correct',
    subject: `order:${order.order_number}`,
    detail: {
      ...(before && { before: `${before.courier} ${before.tracking_number}` }),
      after: `${shipment.courier} ${shipment.tracking_number}`,
    },
  });
}

/** Removes a parcel of an order, if it has it. Throws a `Refusal` (404) for an unknown order. */
export async function removeParcel(tx: Tx, staff: Actor, orderNumber: string, id: number): Promise<void> {
  const order = await requireHandledOrder(tx, staff, orderNumber);
  const removed = await tx
    .deleteFrom('shipment')
    .where('id', '=', id)
    .where('order_id', '=', order.id)
    .returning(['courier', 'tracking_number'])
    .executeTakeFirst();
  if (!removed) return;
  await recordAudit(tx, {
    actor: staffActor(staff),
    action: 'parcel remove',
    subject: `order:${order.order_number}`,
    detail: { before: `${removed.courier} ${removed.tracking_number}` },
  });
}
