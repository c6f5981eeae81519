import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { listPapers } from '#api/services/invoices/replace-invoice.ts';
import { amountToCollect, requireOrder } from '#api/services/orders/find-order.ts';
import { toAmounts } from '#api/services/orders/order-totals.ts';
import { readShipments } from '#api/services/orders/parcels/parcels.ts';
import { type OrderItemRow, readOrderItems, toOrderItem } from '#api/services/orders/read-orders.ts';
import { readOrderState } from '#api/services/orders/staged/order-states.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import { savedAddress } from '#lib/contract/address.ts';
import type { AdminOrder, AdminOrderItem } from '#lib/contract/admin/order.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { toWireTotals } from './apply-edit.ts';
import { isToBeCalled } from './call-results.ts';
import { readCustomerHistory } from './customer-history.ts';
import { readOrderNotes } from './notes.ts';
import { readFullTimeline } from './order-timeline.ts';
import { refuseEdit } from './plan-edit.ts';

/** The variants on sale of products, with the price of now in paise. */
const readSizes = (db: Db, productIds: readonly number[]) =>
  db
    .selectFrom('variant')
    .select(['variant.id', 'product_id', 'product_variation', 'stock', 'active', priceAt(isoNow()).as('price')])
    .where('product_id', 'in', productIds)
    .orderBy('variant.id')
    .execute();

type SizeRow = Awaited<ReturnType<typeof readSizes>>[number];

/** The other sizes of an item that can be had, at the price that they would have in its order. */
function otherSizes(item: OrderItemRow, sizes: readonly SizeRow[]): NonNullable<AdminOrderItem['sizes']> {
  const now = sizes.find(({ id }) => id === item.variant_id)?.price;
  return sizes
    .filter(({ id, active, stock }) => id !== item.variant_id && active === 1 && stock > 0)
    .map(({ id, product_variation, price, stock }) => ({
      variant_id: id,
      product_variation,
      price: toRupees(Math.max(0, item.price + price - (now ?? price))),
      stock,
    }));
}

function toAdminItem(item: OrderItemRow, isOwner: boolean, sizes: AdminOrderItem['sizes']): AdminOrderItem {
  const { final_price, ...shown } = toOrderItem(item);
  return { item_id: item.id, ...shown, ...(isOwner && { final_price }), ...(sizes && { sizes }) };
}

async function readMoney(db: Db, order: OrderRow): Promise<NonNullable<AdminOrder['money']>> {
  const payment = await db
    .selectFrom('payment')
    .select(['provider', 'provider_payment'])
    .where('checkout_id', '=', order.checkout_id)
    .executeTakeFirst();
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', '=', order.id).orderBy('due_at').execute();
  return {
    payment_status: order.payment_status,
    totals: toWireTotals(toAmounts(order)),
    due: toRupees(order.due_amount),
    ...(payment?.provider_payment && { provider: payment.provider, provider_payment: payment.provider_payment }),
    refunds: refunds.map(({ amount, returned, due_at, done_at }) => ({
      amount: toRupees(amount),
      returned: toRupees(done_at ? amount : returned),
      due_at,
      ...(done_at && { done_at }),
    })),
    papers: await listPapers(db, order.id),
  };
}

/** The name of who packed an order or called its customer; nothing for a command, or a member of staff that is not known. */
async function readStaffName(db: Db, staffId: number | null): Promise<{ by?: string }> {
  if (staffId === null) return {};
  const staff = await db.selectFrom('staff').select('name').where('id', '=', staffId).executeTakeFirst();
  return staff ? { by: staff.name } : {};
}

/** An order with what a member of staff may see of it: owners everything, packers what they pack and no amount but what is collected. Throws a `Refusal` (404). */
export async function readAdminOrder(db: Db, orderNumber: string, isOwner: boolean): Promise<AdminOrder> {
  const order = await requireOrder(db, orderNumber);
  const items = await readOrderItems(db, [order.id]);
  const { status, ...state } = await readOrderState(db, order.id);
  const notEditable = refuseEdit({ ...order, status });
  const isSwappable = isOwner && notEditable === undefined;
  const products = items.map(({ product_id }) => product_id);
  const sizes = isSwappable ? await readSizes(db, products) : [];
  const [shipment] = await readShipments(db, order.id);
  const notes = (await readOrderNotes(db, order.id)).filter(({ kind }) => kind === 'note');
  return {
    order_id: order.id,
    order_number: order.order_number,
    order_date: order.placed_at,
    status: order.status,
    payment_method: order.payment_method,
    quantity: order.quantity,
    seller_name: order.seller_name,
    items: items.map((item) => {
      const ofProduct = sizes.filter(({ product_id }) => product_id === item.product_id);
      return toAdminItem(item, isOwner, isSwappable ? otherSizes(item, ofProduct) : undefined);
    }),
    address: savedAddress.parse(JSON.parse(order.address)),
    ...(order.note && { note: order.note }),
    ...(order.deliver_by && { deliver_by: order.deliver_by }),
    ...(shipment && { shipment }),
    to_collect: toRupees(amountToCollect(order)),
    ...(order.packed_at && { packed: { at: order.packed_at, ...(await readStaffName(db, order.packed_by)) } }),
    ...state,
    ...(notEditable && { not_editable: notEditable }),
    notes: notes.map(({ at, text, name }) => ({ at, text, ...(name && { by: name }) })),
    ...(isOwner && {
      can_record_call: isToBeCalled(order),
      ...(order.call_result &&
        order.called_at && {
          call: { result: order.call_result, at: order.called_at, ...(await readStaffName(db, order.called_by)) },
        }),
      money: await readMoney(db, order),
      timeline: await readFullTimeline(db, order),
      customer: await readCustomerHistory(db, order),
    }),
  };
}
