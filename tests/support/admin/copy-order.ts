import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';

/** Copies an order, with its items, under other numbers. */
export async function copyOrder(
  tx: Tx,
  orderId: number,
  numbers: readonly string[],
  changes: Partial<OrderRow> = {},
): Promise<void> {
  const { id: _, ...row } = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const items = await tx.selectFrom('order_item').selectAll().where('order_id', '=', orderId).execute();
  const rows = numbers.map((order_number) => ({ ...row, ...changes, order_number }));
  const copies = await tx.insertInto('orders').values(rows).returning('id').execute();
  const copied = copies.flatMap(({ id: order_id }) => items.map(({ id: _item, ...item }) => ({ ...item, order_id })));
  await tx.insertInto('order_item').values(copied).execute();
}
