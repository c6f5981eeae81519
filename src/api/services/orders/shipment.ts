import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { Shipment } from '#lib/contract/orders.ts';

/** Sets the courier and tracking number of an order, in place of earlier ones. */
export async function setShipment(tx: Tx, orderId: number, { courier, tracking_number, url }: Shipment): Promise<void> {
  const row = { courier, tracking_number, url: url ?? null };
  await tx
    .insertInto('shipment')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute();
}

/** The shipments of orders, by order id. */
export async function readShipments(db: Db, orderIds: readonly number[]): Promise<Map<number, Shipment>> {
  const rows = await db.selectFrom('shipment').selectAll().where('order_id', 'in', orderIds).execute();
  return new Map(
    rows.map(({ order_id, courier, tracking_number, url }) => [order_id, { courier, tracking_number, ...(url && { url }) }]),
  );
}
