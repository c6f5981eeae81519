import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { type CartLineRow, sumQuantities } from '#api/services/cart/read-cart-lines.ts';
import { generateOrderNumber } from '#api/services/order-number.ts';
import type { Address } from '#lib/contract/address.ts';
import { ORDER_PLACED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import type { Amounts } from '#lib/rules/totals.ts';
import { insertOrderWords } from './find/index-order.ts';
import { toAmountColumns } from './order-totals.ts';
import { insertTimelineEvents } from './timeline-events.ts';

/** One seller's order of a checkout. */
export interface NewOrder {
  checkoutId: number;
  customerId: number;
  sellerId: number;
  address: Address;
  lines: readonly CartLineRow[];
  /** This order's share of the checkout's totals; `items` is the price of `lines`. */
  totals: Amounts;
  paymentMethod: PaymentMethod;
  /** False when the order is placed at once. */
  awaitsPayment: boolean;
  placedAt: string;
  /** The date by which it arrives, such as "2026-12-03"; undefined where the shop does not say. */
  deliverBy: string | undefined;
  note: string | undefined;
}

const statusOf = ({ awaitsPayment }: NewOrder): OrderStatus => (awaitsPayment ? PAYMENT_PENDING : ORDER_PLACED);

const toOrderRow = (order: NewOrder) => ({
  checkout_id: order.checkoutId,
  customer_id: order.customerId,
  seller_id: order.sellerId,
  seller_name: order.lines[0]?.seller_name ?? '',
  status: statusOf(order),
  payment_method: order.paymentMethod,
  payment_status: order.paymentMethod === 'prepaid' && !order.awaitsPayment ? ('paid' as const) : ('pending' as const),
  ...toAmountColumns(order.totals),
  due_amount: 0,
  quantity: sumQuantities(order.lines),
  address: JSON.stringify(order.address),
  placed_at: order.placedAt,
  deliver_by: order.deliverBy ?? null,
  note: order.note || null,
  packed_at: null,
  packed_by: null,
  call_result: null,
  called_at: null,
  called_by: null,
  pincode: order.address.pincode,
});

const toItemRow = (orderId: number, line: CartLineRow) => ({
  order_id: orderId,
  product_id: line.product_id,
  variant_id: line.variant_id,
  product_name: line.name,
  product_variation: line.product_variation,
  option_name: line.option_name,
  picture: splitPictures(line.pictures)[0] ?? '',
  quantity: line.quantity,
  price: line.price,
});
type ItemRow = ReturnType<typeof toItemRow>;

export interface InsertedOrder {
  row: OrderRow;
  items: ItemRow[];
}

async function insertRows(tx: Tx, orders: readonly NewOrder[], prefix: string | undefined): Promise<OrderRow[]> {
  const inserted = new Map<number, OrderRow>();
  for (;;) {
    const missing = orders.filter(({ sellerId }) => !inserted.has(sellerId));
    if (missing.length === 0) return orders.flatMap(({ sellerId }) => inserted.get(sellerId) ?? []);
    const rows = missing.map((order) => ({ ...toOrderRow(order), order_number: generateOrderNumber(prefix) }));
    // Tries another number for an order whose number was taken.
    const ids = await tx
      .insertInto('orders')
      .values(rows)
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returning(['id', 'seller_id'])
      .execute();
    for (const { id, seller_id } of ids) {
      const row = rows.find((one) => one.seller_id === seller_id);
      if (row) inserted.set(seller_id, { ...row, id });
    }
  }
}

/**
 * Inserts a checkout's orders, one for each seller, with numbers that begin with `prefix`. Returns them, and the inserts of their items and first timeline events for the caller
 * to run.
 */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[], prefix?: string) {
  const rows = await insertRows(tx, orders, prefix);
  const inserted = rows.map((row, i): InsertedOrder => {
    const items = (orders[i]?.lines ?? []).map((line) => toItemRow(row.id, line));
    return { row, items };
  });
  const [first] = orders;
  const event = first && { status: statusOf(first), at: first.placedAt };
  const ids = rows.map(({ id }) => id);
  const found = rows.flatMap(({ id }, i) => (orders[i] ? [{ id, address: orders[i].address }] : []));
  return {
    orders: inserted,
    writes: [
      tx.insertInto('order_item').values(inserted.flatMap(({ items }) => items)),
      insertOrderWords(tx, found),
      ...(event ? [insertTimelineEvents(tx, ids, event)] : []),
    ],
  };
}
