import type { Db } from '#api/database/schema/engine.ts';
import { addressOf } from '#api/services/order-address.ts';
import { isToBeCalled } from '#api/services/orders/edits/call-results.ts';
import { amountToCollect } from '#api/services/orders/find-order.ts';
import { describeShipments, readParcels } from '#api/services/orders/parcels/parcels.ts';
import { readOrderItems } from '#api/services/orders/read-orders.ts';
import type { adminOrdersCall } from '#lib/contract/admin/orders.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { toRupees } from '#lib/rules/money.ts';

export type ListedOrder = ReplyOf<typeof adminOrdersCall>['data']['orders'][number];

const readRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('orders')
    .leftJoin('staged_change', 'staged_change.order_id', 'orders.id')
    .select([
      'orders.id',
      'order_number',
      'placed_at',
      'orders.status',
      'packed_at',
      'address',
      'quantity',
      'note',
      'final_amount',
    ])
    .select(['payment_method', 'payment_status', 'seller_name', 'due_amount', 'call_result', 'action_id', 'due_at', 'kind'])
    .select('staged_change.status as staged_status')
    .where('orders.id', 'in', ids)
    .execute();

type Row = Awaited<ReturnType<typeof readRows>>[number];

const shownStatus = ({ status, staged_status }: Row) => (staged_status ?? status) as OrderStatus;

/** What the courier collects for an order, in paise, with what is staged. */
const toCollect = (row: Row): number => amountToCollect({ ...row, status: shownStatus(row) });

/** What only owners see of an order in a list: money, and what a call came to. */
const toOwnersPart = (row: Row, phone_number: string) => ({
  phone_number,
  total: toRupees(row.final_amount),
  payment_method: row.payment_method,
  payment_status: row.payment_status,
  ...(row.seller_name && { seller_name: row.seller_name }),
  ...(row.call_result && isToBeCalled({ ...row, status: shownStatus(row) }) && { call_result: row.call_result }),
});

/** Reads orders for a list of staff, in the order of the ids. Packers see what is to be packed and collected, and no further money. */
export async function listOrdersForStaff(db: Db, ids: readonly number[], role: StaffRole): Promise<ListedOrder[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await readRows(db, ids)).map((row) => [row.id, row]));
  const items = Map.groupBy(await readOrderItems(db, ids), (item) => item.order_id);
  const parcels = await readParcels(db, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { firstname, lastname, phone_number, city, state, pincode } = addressOf(row);
    const { shipment } = describeShipments(parcels.get(id));
    return {
      order_number: row.order_number,
      placed_at: row.placed_at,
      status: shownStatus(row),
      is_packed: row.packed_at !== null || row.kind === 'pack',
      ...(row.action_id !== null && row.due_at !== null && { staged: { action: row.action_id, due_at: row.due_at } }),
      customer: `${firstname} ${lastname}`.trim(),
      city,
      state,
      pincode,
      items: (items.get(id) ?? []).map(({ product_name, product_variation, picture, quantity }) => ({
        product_name,
        product_variation,
        product_images: picture,
        quantity,
      })),
      quantity: row.quantity,
      ...(row.note && { note: row.note }),
      ...(shipment && { shipment }),
      ...(toCollect(row) > 0 && { to_collect: toRupees(toCollect(row)) }),
      ...(role === 'owner' && toOwnersPart(row, phone_number)),
    };
  });
}

/** The sellers of the shop, for a filter; none where it has one. */
export async function readSellerChoices(db: Db): Promise<{ id: number; name: string }[]> {
  const sellers = await db.selectFrom('seller').select(['id', 'name']).orderBy('name').limit(MAX_SELLERS).execute();
  return sellers.length > 1 ? sellers : [];
}

/** The most sellers that the filter offers. */
const MAX_SELLERS = 200;
