import type { Db } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { type PrintedOrder, readPrintedOrders } from '#api/services/orders/parcels/printed-orders.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import type { adminToPackCall, HandledOrder } from '#lib/contract/admin/fulfilment.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { ORDERS_PER_PAGE } from '#lib/contract/limits.ts';
import { toRupees } from '#lib/rules/money.ts';
import { readHandledOrders, readWaitingOrders, type WaitingOrder } from './handled-orders.ts';

const toHandled = (order: PrintedOrder, packed: boolean): HandledOrder => ({
  order_number: order.order_number,
  placed_at: order.placed_at,
  payment_method: order.payment_method,
  ...(order.to_collect > 0 && { amount_to_collect: toRupees(order.to_collect) }),
  units: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
  customer_name: `${order.to.firstname} ${order.to.lastname}`.trim(),
  city: order.to.city,
  pincode: order.to.pincode,
  packed,
  parcels: order.parcels,
});

/** Confirmed orders that have not left: packed ones first, then the oldest, as many as a page has. */
export async function readOrdersToShip(db: Db): Promise<{ orders: HandledOrder[]; more: boolean }> {
  const waiting = await readWaitingOrders(db, { unpacked: false });
  const sorted = [...waiting.filter(({ isPacked }) => isPacked), ...waiting.filter(({ isPacked }) => !isPacked)];
  const shown = sorted.slice(0, ORDERS_PER_PAGE);
  const packed = new Set(shown.flatMap(({ id, isPacked }) => (isPacked ? [id] : [])));
  const orders = await readPrintedOrders(
    db,
    shown.map(({ id }) => id),
  );
  return { orders: orders.map((order) => toHandled(order, packed.has(order.id))), more: sorted.length > shown.length };
}

type Place = Pick<WaitingOrder, 'id' | 'placed_at'>;

const findPlace = (db: Db, orderNumber: string): Promise<Place | undefined> =>
  db
    .selectFrom('orders')
    .select(['id', 'placed_at'])
    .where('order_number', '=', normaliseOrderNumber(orderNumber))
    .executeTakeFirst();

const isLater = (a: Place, b: Place): boolean => a.placed_at > b.placed_at || (a.placed_at === b.placed_at && a.id > b.id);

type ToPack = ReplyOf<typeof adminToPackCall>['data'];

/**
 * The order to pack: the named one, else the one that follows `after`, else the oldest. After the last one the first follows, as an order may have been
 * left out. Throws nothing: an order that is not there, or not for this member of staff, leaves `order` out.
 */
export async function readOrderToPack(
  db: Db,
  staff: Pick<Staff, 'staffId' | 'role'>,
  { order, after }: { order?: string | undefined; after?: string | undefined },
): Promise<ToPack> {
  const waiting = (await readWaitingOrders(db, { unpacked: true })).filter(({ isPacked }) => !isPacked);
  const before = after === undefined ? undefined : await findPlace(db, after);
  const next = (before && waiting.find((candidate) => isLater(candidate, before))) ?? waiting[0];
  const named = order === undefined ? undefined : (await readHandledOrders(db, staff, [order]))[0];
  const chosen = order === undefined ? next : named;
  const count = waiting.length;
  if (!chosen) return { position: 0, count };
  const [printed] = await readPrintedOrders(db, [chosen.id]);
  if (!printed) return { position: 0, count };
  return {
    order: {
      ...toHandled(printed, chosen.isPacked),
      state: printed.to.state,
      ...(printed.note && { note: printed.note }),
      items: printed.items.map(({ id, product_name, variantName, sku, picture, quantity }) => ({
        id,
        product_name,
        variation: variantName,
        sku,
        product_images: picture,
        quantity,
      })),
    },
    position: waiting.findIndex(({ id }) => id === chosen.id) + 1,
    count,
  };
}
