import { sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { nameCourier, trackingUrl } from './couriers.ts';

/** A parcel of an order, before and after its dispatch. */
export interface Parcel extends Shipment {
  id: number;
}

/** The parcels of orders, by order id, each order's first parcel first. */
export async function readParcels(db: Db, orderIds: readonly number[]): Promise<Map<number, Parcel[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.selectFrom('shipment').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
  const parcels = new Map<number, Parcel[]>();
  for (const { order_id, url, ...row } of rows) {
    const parcel = { ...row, ...(url && { url }) };
    parcels.set(order_id, [...(parcels.get(order_id) ?? []), parcel]);
  }
  return parcels;
}

const withoutId = ({ id: _, ...shipment }: Parcel): Shipment => shipment;

/** The parcels of one order as customers and programs read them. */
export const readShipments = async (db: Db, orderId: number): Promise<Shipment[]> =>
  ((await readParcels(db, [orderId])).get(orderId) ?? []).map(withoutId);

/** What an order says of its parcels: the first, and all when there are several. */
export const describeShipments = (parcels: readonly Parcel[] = []): { shipment?: Shipment; shipments?: Shipment[] } => {
  const [first, ...more] = parcels.map(withoutId);
  return { ...(first && { shipment: first }), ...(first && more.length > 0 && { shipments: [first, ...more] }) };
};

const toRow = ({ courier, tracking_number, url }: Shipment) => ({ courier, tracking_number, url: url ?? null });

/** Adds parcels to orders. */
export async function insertParcels(tx: Tx, parcels: readonly (Shipment & { order_id: number })[]): Promise<void> {
  if (parcels.length === 0) return;
  await tx
    .insertInto('shipment')
    .values(parcels.map(({ order_id, ...shipment }) => ({ order_id, ...toRow(shipment) })))
    .execute();
}

/** Replaces what a parcel is; returns whether the order has it. */
export async function updateParcel(tx: Tx, orderId: number, id: number, shipment: Shipment): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shipment')
    .set(toRow(shipment))
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the first parcel of an order, in place of the earlier one; further ones stay. */
export async function setShipment(tx: Tx, orderId: number, shipment: Shipment): Promise<void> {
  const [first] = (await readParcels(tx, [orderId])).get(orderId) ?? [];
  if (first) await updateParcel(tx, orderId, first.id, shipment);
  else await insertParcels(tx, [{ order_id: orderId, ...shipment }]);
}

/** A parcel with the usual name of its courier, and the page that tracks it if that is known. */
export function toShipment(courier: string, awb: string): Shipment {
  const url = trackingUrl(courier, awb);
  return { courier: nameCourier(courier), tracking_number: awb, ...(url && { url }) };
}

/** An AWB as it is compared: couriers and files write one in either case of letters, with dashes and spaces or without. */
export const toAwbKey = (awb: string): string => awb.toUpperCase().replace(/[\s-]/g, '');

/** The same in the database, as it is in the index. */
export const awbKeyColumn = sql<string>`replace(replace(upper(tracking_number), '-', ''), ' ', '')`;

/** AWBs that an order has, as `toAwbKey` writes them, with the number of that order, leaving the orders `except` out. */
export async function findTakenAwbs(db: Db, awbs: readonly string[], except: readonly number[]): Promise<Map<string, string>> {
  if (awbs.length === 0) return new Map();
  let query = db
    .selectFrom('shipment')
    .innerJoin('orders', 'orders.id', 'shipment.order_id')
    .select(['tracking_number', 'order_number'])
    .where(awbKeyColumn, 'in', awbs.map(toAwbKey));
  if (except.length > 0) query = query.where('order_id', 'not in', except);
  return new Map((await query.execute()).map((row) => [toAwbKey(row.tracking_number), row.order_number]));
}

/** Serialises changes of AWBs, so that two orders cannot get the same one at once. */
export const lockAwbs = (tx: Tx): Promise<void> => takeAdvisoryLock(tx, 'awb');
