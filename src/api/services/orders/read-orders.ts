import * as z from 'zod/mini';
import type { Db } from '#api/database/schema/engine.ts';
import { readInvoiceLinks } from '#api/services/invoices/signed-links.ts';
import { addressOf } from '#api/services/order-address.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { readExtraRefunds } from '#api/services/payment-records/refunds.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';
import { describeShipments, readParcels } from './parcels/parcels.ts';
import { isDispatched } from './status-transitions.ts';
import { readTimelineEvents } from './timeline-events.ts';

const status = z.enum(orderStatuses);

export interface OrderFilter {
  customerId?: number;
  orderNumber?: string;
  ids?: readonly number[];
  /** Returns only this many of the newest. */
  limit?: number;
  refundDue?: boolean;
}

async function readOrderRows(db: Db, { customerId, orderNumber, ids, limit, refundDue }: OrderFilter) {
  let query = db.selectFrom('orders').selectAll('orders').orderBy('orders.id', 'desc');
  if (customerId !== undefined) query = query.where('orders.customer_id', '=', customerId);
  if (orderNumber !== undefined) query = query.where('orders.order_number', '=', normaliseOrderNumber(orderNumber));
  if (ids !== undefined) query = query.where('orders.id', 'in', ids);
  if (refundDue) {
    query = query.where('orders.id', 'in', ({ selectFrom }) =>
      selectFrom('refund').select('refund.order_id').where('done_at', 'is', null),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** The items of orders, with their products' slugs. */
export const readOrderItems = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_item')
    .innerJoin('product', 'product.id', 'order_item.product_id')
    .selectAll('order_item')
    .select('product.slug')
    .where('order_id', 'in', orderIds)
    .orderBy('order_item.id')
    .execute();

type OrderRow = Awaited<ReturnType<typeof readOrderRows>>[number];
export type OrderItemRow = Awaited<ReturnType<typeof readOrderItems>>[number];
type EventRow = Awaited<ReturnType<typeof readTimelineEvents>>[number];

interface OrderParts {
  items: readonly OrderItemRow[];
  events: readonly EventRow[];
  shipments: Pick<OwnOrder, 'shipment' | 'shipments'>;
  papers: Pick<OwnOrder, 'invoice' | 'credit_note'> | undefined;
  extraRefund: OwnOrder['extra_refund'];
}

/** An item on the wire. */
export const toOrderItem = (item: OrderItemRow): OwnOrder['items'][number] => ({
  product_id: item.product_id,
  variant_id: item.product_variation === '' ? null : item.variant_id,
  slug: item.slug,
  product_name: item.product_name,
  product_images: item.picture,
  product_variation: item.product_variation,
  ...(item.option_name && { option_name: item.option_name }),
  quantity: item.quantity,
  final_price: toRupees(item.price),
});

function toOrder(row: OrderRow, { items, events, shipments, papers, extraRefund }: OrderParts): OwnOrder {
  return {
    order_id: row.id,
    order_number: row.order_number,
    order_date: row.placed_at,
    status: status.parse(row.status),
    payment_method: row.payment_method,
    payment_status: row.payment_status,
    price: toRupees(row.price),
    final_amount: toRupees(row.final_amount),
    quantity: row.quantity,
    discount_amount: toRupees(row.discount_amount),
    ...(row.prepaid_discount > 0 && { prepaid_discount: toRupees(row.prepaid_discount) }),
    shipping_amount: toRupees(row.shipping_amount),
    cod_fee: toRupees(row.cod_fee),
    seller_name: row.seller_name,
    items: items.map(toOrderItem),
    address: addressOf(row),
    timeline: events.map((event) => ({
      status: status.parse(event.status),
      at: event.at,
      ...(event.reason && { reason: event.reason }),
    })),
    ...(row.deliver_by && { deliver_by: row.deliver_by }),
    ...(row.note && { note: row.note }),
    ...shipments,
    ...papers,
    ...(extraRefund && { extra_refund: extraRefund }),
  };
}

/** Orders, newest first, each with its items, address, timeline, shipment, invoice and refunds of further payments. */
export async function listOrders(db: Db, filter: OrderFilter = {}): Promise<OwnOrder[]> {
  const rows = await readOrderRows(db, filter);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const items = Map.groupBy(await readOrderItems(db, ids), (item) => item.order_id);
  const events = Map.groupBy(await readTimelineEvents(db, ids), (event) => event.order_id);
  const parcels = await readParcels(db, ids);
  const papers = await readInvoiceLinks(db, ids);
  const extraRefunds = await readExtraRefunds(db, ids);
  // Staff may know the AWB before the parcel has left.
  const hasLeft = (id: number) => events.get(id)?.some((event) => isDispatched(status.parse(event.status)));
  return rows.map((row) =>
    toOrder(row, {
      items: items.get(row.id) ?? [],
      events: events.get(row.id) ?? [],
      shipments: hasLeft(row.id) ? describeShipments(parcels.get(row.id)) : {},
      papers: papers.get(row.id),
      extraRefund: extraRefunds.get(row.id),
    }),
  );
}

/** Finds one order by its number, in any case. */
export async function findOrder(db: Db, orderNumber: string): Promise<OwnOrder | undefined> {
  return (await listOrders(db, { orderNumber }))[0];
}
