import { readPagesByKey } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { BYTE_ORDER_MARK, endsOf, formatCsvLine, type Period } from '#api/services/export/format-csv.ts';
import { toStateLetters } from '#api/services/invoices/gst-state-codes.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY } from '#lib/contract/order-status.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';
import { isPrepaid } from '#lib/contract/payment-methods.ts';
import { CURRENCY, toRupees } from '#lib/rules/money.ts';

const BATCH_SIZE = 200;

/** A row of the file: an item of an order, or an order without items. */
interface OrderRow {
  order: OwnOrder;
  refunded: number;
  /** Whether it is the first of its order, which says what is said once. */
  isFirst: boolean;
  item: OwnOrder['items'][number] | undefined;
  sku: string | null | undefined;
}

type OrderColumn = readonly [name: string, cell: (row: OrderRow) => string | undefined];

const sent: readonly string[] = [ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED];

/** A column of what is said once of an order. */
const once = (name: string, cell: (order: OwnOrder, refunded: number) => string | undefined): OrderColumn => [
  name,
  ({ isFirst, order, refunded }) => (isFirst ? cell(order, refunded) : undefined),
];

/** Columns of Shopify's orders export, and this shop's own after them. */
const columns: readonly OrderColumn[] = [
  ['Name', ({ order }) => order.order_number],
  ['Email', ({ order }) => order.address.email],
  once('Financial Status', ({ payment_status: status }) => (status === 'failed' ? 'voided' : status)),
  once('Fulfillment Status', ({ status }) => (sent.includes(status) ? 'fulfilled' : 'unfulfilled')),
  once('Currency', () => CURRENCY),
  once('Subtotal', ({ price }) => price),
  once('Shipping', ({ shipping_amount }) => shipping_amount),
  once('Total', ({ final_amount }) => final_amount),
  once('Discount Amount', ({ discount_amount }) => discount_amount),
  once('Created at', ({ order_date }) => order_date),
  ['Lineitem quantity', ({ item }) => item && String(item.quantity)],
  ['Lineitem name', ({ item }) => item && [item.product_name, item.product_variation].filter(Boolean).join(' - ')],
  ['Lineitem price', ({ item }) => item?.final_price],
  ['Lineitem sku', ({ sku }) => sku ?? ''],
  once('Shipping Name', ({ address }) => `${address.firstname} ${address.lastname}`),
  once('Shipping Address1', ({ address }) => address.address),
  once('Shipping City', ({ address }) => address.city),
  once('Shipping Zip', ({ address }) => address.pincode),
  once('Shipping Province', ({ address }) => toStateLetters(address.state)),
  once('Shipping Country', () => 'IN'),
  once('Shipping Phone', ({ address }) => address.phone_number),
  once('Notes', ({ note }) => note),
  once('Cancelled at', ({ timeline }) => timeline.find(({ status }) => status === ORDER_CANCELLED)?.at),
  once('Payment Method', (order) => (isPrepaid(order) ? 'Prepaid' : 'Cash on Delivery (COD)')),
  once('Refunded Amount', (_, refunded) => toRupees(refunded)),
  once('Phone', ({ address }) => address.phone_number),
  once('Order Status', ({ status }) => status),
  once('COD Fee', ({ cod_fee }) => cod_fee),
  once('Prepaid Discount', ({ prepaid_discount }) => prepaid_discount),
  once('Seller', ({ seller_name }) => seller_name),
  once('Courier', ({ shipment }) => shipment?.courier),
  once('Tracking Number', ({ shipment }) => shipment?.tracking_number),
];

const toRows = (order: OwnOrder, skus: ReadonlyMap<number, string | null>, refunded: number): OrderRow[] =>
  (order.items.length > 0 ? order.items : [undefined]).map((item, index) => {
    return { order, refunded, isFirst: index === 0, item, sku: skus.get(item?.variant_id ?? 0) };
  });

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
  await write(BYTE_ORDER_MARK + formatCsvLine(columns.map(([name]) => name)));
  const found = selectOrders(db, period).select('id').orderBy('id').limit(BATCH_SIZE);
  for await (const rows of readPagesByKey((after) => found.where('id', '>', after).execute())) {
    const ids = rows.map(({ id }) => id);
    const orders = (await listOrders(db, { ids })).reverse();
    const refunded = await readRefunded(db, ids);
    const variants = orders.flatMap(({ items }) => items.flatMap(({ variant_id }) => variant_id ?? []));
    const sold =
      variants.length === 0 ? [] : await db.selectFrom('variant').select(['id', 'sku']).where('id', 'in', variants).execute();
    const skus = new Map(sold.map(({ id, sku }) => [id, sku]));
    const lines = orders.flatMap((order) => toRows(order, skus, refunded.get(order.order_id) ?? 0));
    await write(lines.map((row) => formatCsvLine(columns.map(([, cell]) => cell(row) ?? ''))).join(''));
    exported += orders.length;
  }
  return exported;
}
