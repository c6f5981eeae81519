import type { Db } from '#api/database/schema/engine.ts';
import { BYTE_ORDER_MARK, endsOf, formatCsvLine, type Period } from '#api/services/export/format-csv.ts';
import { toStateLetters } from '#api/services/history/state-codes.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY } from '#lib/contract/order-status.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';
import { isPrepaid } from '#lib/contract/payment-methods.ts';
import { CURRENCY, toRupees } from '#lib/rules/money.ts';

/** Orders read in one query. */
const BATCH_SIZE = 200;

/** Columns of Shopify's orders export, and this shop's own after them. */
const columns = [
  'Name',
  'Email',
  'Financial Status',
  'Fulfillment Status',
  'Currency',
  'Subtotal',
  'Shipping',
  'Total',
  'Discount Amount',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem sku',
  'Shipping Name',
  'Shipping Address1',
  'Shipping City',
  'Shipping Zip',
  'Shipping Province',
  'Shipping Country',
  'Shipping Phone',
  'Notes',
  'Cancelled at',
  'Payment Method',
  'Refunded Amount',
  'Phone',
  'Order Status',
  'COD Fee',
  'Prepaid Discount',
  'Seller',
  'Courier',
  'Tracking Number',
] as const;

type Cells = Partial<Record<(typeof columns)[number], string>>;

const sent: readonly string[] = [ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED];

/** The cells of an order's first row only. */
const orderCells = (order: OwnOrder, refunded: number): Cells => ({
  'Financial Status': order.payment_status === 'failed' ? 'voided' : order.payment_status,
  'Fulfillment Status': sent.includes(order.status) ? 'fulfilled' : 'unfulfilled',
  Currency: CURRENCY,
  Subtotal: order.price,
  Shipping: order.shipping_amount ?? '',
  Total: order.final_amount,
  'Discount Amount': order.discount_amount,
  'Created at': order.order_date,
  'Shipping Name': `${order.address.firstname} ${order.address.lastname}`,
  'Shipping Address1': order.address.address,
  'Shipping City': order.address.city,
  'Shipping Zip': order.address.pincode,
  'Shipping Province': toStateLetters(order.address.state),
  'Shipping Country': 'IN',
  'Shipping Phone': order.address.phone_number,
  Notes: order.note ?? '',
  'Cancelled at': order.timeline.find(({ status }) => status === ORDER_CANCELLED)?.at ?? '',
  'Payment Method': isPrepaid(order) ? 'Prepaid' : 'Cash on Delivery (COD)',
  'Refunded Amount': toRupees(refunded),
  Phone: order.address.phone_number,
  'Order Status': order.status,
  'COD Fee': order.cod_fee ?? '',
  'Prepaid Discount': order.prepaid_discount ?? '',
  Seller: order.seller_name,
  Courier: order.shipment?.courier ?? '',
  'Tracking Number': order.shipment?.tracking_number ?? '',
});

/** The rows of an order, one for each item. */
function toRows(order: OwnOrder, skus: ReadonlyMap<number, string | null>, refunded: number): Cells[] {
  const common = { Name: order.order_number, Email: order.address.email };
  const items = order.items.map(
    (item, i): Cells => ({
      ...common,
      ...(i === 0 && orderCells(order, refunded)),
      'Lineitem quantity': String(item.quantity),
      'Lineitem name': [item.product_name, item.product_variation].filter(Boolean).join(' - '),
      'Lineitem price': item.final_price,
      'Lineitem sku': skus.get(item.variant_id ?? 0) ?? '',
    }),
  );
  return items.length > 0 ? items : [{ ...common, ...orderCells(order, refunded) }];
}

const selectOrders = (db: Db, period: Period) => {
  const { from, until } = endsOf(period);
  return db.selectFrom('orders').where('placed_at', '>=', from).where('placed_at', '<=', until);
};

/** The number of orders that an export has. */
export async function countExportedOrders(db: Db, period: Period): Promise<number> {
  const { n } = await selectOrders(db, period)
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function readRefunded(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('refund')
    .select(['order_id', 'amount', 'returned', 'done_at'])
    .where('order_id', 'in', ids)
    .execute();
  const sums = new Map<number, number>();
  for (const { order_id, amount, returned, done_at } of rows)
    sums.set(order_id, (sums.get(order_id) ?? 0) + (done_at === null ? returned : amount));
  return sums;
}

/**
 * Streams orders as CSV to `write`, oldest first, in the columns of Shopify's orders export with a row for each item. Texts are safe from
 * formulas; phone numbers are ten digits.
 */
export async function exportOrders(db: Db, period: Period, write: (text: string) => Promise<unknown>): Promise<number> {
  let exported = 0;
  let last = 0;
  await write(BYTE_ORDER_MARK + formatCsvLine(columns));
  while (true) {
    const rows = await selectOrders(db, period).select('id').where('id', '>', last).orderBy('id').limit(BATCH_SIZE).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return exported;
    last = ids.at(-1) ?? last;
    const orders = (await listOrders(db, { ids })).reverse();
    const refunded = await readRefunded(db, ids);
    const variants = orders.flatMap(({ items }) => items.flatMap(({ variant_id }) => variant_id ?? []));
    const found =
      variants.length === 0 ? [] : await db.selectFrom('variant').select(['id', 'sku']).where('id', 'in', variants).execute();
    const skus = new Map(found.map(({ id, sku }) => [id, sku]));
    const lines = orders.flatMap((order) => toRows(order, skus, refunded.get(order.order_id) ?? 0));
    await write(lines.map((cells) => formatCsvLine(columns.map((column) => cells[column] ?? ''))).join(''));
    exported += orders.length;
  }
}
