import { sql } from 'kysely';
import { scatter } from '#bench/measure/random.ts';
import { type Db, engineOf, type Tx } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import type { InvoiceDocument } from '../../src/api/services/invoices/invoice-document.ts';
import { DEFAULT_ORDER_PREFIX } from '../../src/api/services/order-number.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_RETURNED,
  type OrderStatus,
} from '../../src/lib/contract/order-status.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/rules/durations.ts';
import { insertRows } from './insert-rows.ts';
import { addressOf, phoneOf } from './people.ts';

/** Orders per transaction. */
const ORDERS_PER_WRITE = 10_000;
const DAYS = 730;
const ORDERS_PER_CUSTOMER = 2.5;

/** How many of the newest orders wait for each step. */
const WAITING = 2400;
const CONFIRMED = 1000;
const ON_THE_WAY = 1500;

const couriers = ['Delhivery', 'India Post', 'Blue Dart', 'DTDC'];

/** A size that orders name. */
interface Good {
  id: number;
  product_id: number;
  product_variation: string;
  price: number;
  name: string;
  seller_id: number;
}

/** The status of order `id` of `count`: the newest are not done yet. */
function statusOf(id: number, count: number): OrderStatus {
  const age = count - id;
  if (age < WAITING) return ORDER_PLACED;
  if (age < WAITING + CONFIRMED) return ORDER_CONFIRMED;
  if (age < WAITING + CONFIRMED + ON_THE_WAY) return scatter(id, 2) === 0 ? ORDER_DISPATCHED : ORDER_OUT_FOR_DELIVERY;
  const chance = scatter(id * 13, 100);
  return chance < 78 ? ORDER_DELIVERED : chance < 90 ? ORDER_RETURNED : ORDER_CANCELLED;
}

/** The steps of an order until its status. */
const stepsTo: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  [ORDER_PLACED]: [ORDER_PLACED],
  [ORDER_CONFIRMED]: [ORDER_PLACED, ORDER_CONFIRMED],
  [ORDER_DISPATCHED]: [ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED],
  [ORDER_OUT_FOR_DELIVERY]: [ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY],
  [ORDER_DELIVERED]: [ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED, ORDER_OUT_FOR_DELIVERY, ORDER_DELIVERED],
  [ORDER_RETURNED]: [ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED, ORDER_RETURNED],
  [ORDER_CANCELLED]: [ORDER_PLACED, ORDER_CANCELLED],
};

/** The number of generated order `id`. */
export const orderNumber = (id: number): string => `${DEFAULT_ORDER_PREFIX}-${id.toString(16).toUpperCase().padStart(8, '0')}`;

/** The tracking number of generated order `id`. */
export const trackingNumber = (id: number): string => `AWB${100_000_000 + id}`;

interface Shape {
  count: number;
  goods: readonly Good[];
  now: number;
}

const invoiceOf = (id: number, placedAt: string, lines: InvoiceDocument['lines'], total: number): InvoiceDocument => {
  const { firstname, lastname, email: _, ...buyer } = addressOf(customerOf(id));
  return {
    kind: 'bill_of_supply',
    number: `B${id}`,
    issued_at: placedAt,
    order_number: orderNumber(id),
    ordered_at: placedAt,
    payment_method: 'cod',
    store_name: 'Bench',
    support_email: null,
    seller: { name: 'Bench', address: null, gstin: null, state: null },
    buyer: { name: `${firstname} ${lastname}`, ...buyer },
    place_of_supply: null,
    is_same_state: false,
    lines,
    total,
  };
};

const customerOf = (id: number): number => 1 + scatter(id * 17, Math.ceil(id / ORDERS_PER_CUSTOMER));

/** All rows of order `id` (from 1). */
function toRows(id: number, { count, goods, now }: Shape) {
  const placed = now - ((count - id) / count) * DAYS * DAY_MS - HOUR_MS;
  const at = (step: number): string => new Date(Math.min(placed + step * 9 * HOUR_MS, now)).toISOString();
  const status = statusOf(id, count);
  const steps = stepsTo[status] ?? [];
  const prepaid = scatter(id * 19, 100) < 35;
  const first = goods[scatter(id * 23, goods.length)] as Good;
  const bought = [first, goods[scatter(id * 29, goods.length)] as Good].slice(0, 1 + scatter(id * 31, 2));
  const items = bought.map((good, i) => ({ good, quantity: 1 + scatter(id * 7 + i, 2) }));
  const price = items.reduce((sum, { good, quantity }) => sum + good.price * quantity, 0);
  const customer_id = customerOf(id);
  const placed_at = at(0);
  const dispatched = steps.includes(ORDER_DISPATCHED);
  const order = {
    id,
    order_number: orderNumber(id),
    checkout_id: id,
    customer_id,
    seller_id: first.seller_id,
    status,
    payment_method: prepaid ? 'prepaid' : 'cod',
    payment_status: prepaid || status === ORDER_DELIVERED ? 'paid' : 'pending',
    price,
    discount_amount: 0,
    final_amount: price,
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    address: JSON.stringify(addressOf(customer_id)),
    placed_at,
    seller_name: 'Bench',
  };
  const lines = items.map(({ good, quantity }) => ({
    ...{ description: good.name, hsn: null, quantity, price: good.price, discount: 0, amount: good.price * quantity, rate: null },
    ...{ taxable: good.price * quantity, central: 0, state: 0, integrated: 0 },
  }));
  return {
    checkout: [{ id, customer_id, idempotency_key: `bench-${id}`, body_hash: '', reply: '{}', created_at: placed_at }],
    orders: [order],
    order_item: items.map(({ good, quantity }) => ({
      order_id: id,
      product_id: good.product_id,
      variant_id: good.id,
      product_name: good.name,
      product_variation: good.product_variation,
      picture: '/media/1-1.svg#900x1200',
      quantity,
      price: good.price,
    })),
    order_event: steps.map((step, i) => ({ order_id: id, status: step, at: at(i), reason: null })),
    payment: prepaid
      ? [
          {
            ...{
              id: `pay-${id}`,
              checkout_id: id,
              customer_id,
              provider: 'test',
              provider_payment: `p${id}`,
              amount: price,
              returned: 0,
            },
            ...{ status: 'paid', is_cancelled: 0, expires_at: placed_at, created_at: placed_at },
          },
        ]
      : [],
    refund:
      prepaid && (status === ORDER_CANCELLED || status === ORDER_RETURNED)
        ? [
            {
              order_id: id,
              payment_id: `pay-${id}`,
              provider_payment: '',
              amount: price,
              returned: 0,
              due_at: at(1),
              done_at: scatter(id, 20) === 0 ? null : at(2),
            },
          ]
        : [],
    shipment: dispatched ? [toShipment(id)] : [],
    invoice: dispatched
      ? [
          {
            ...{ order_id: id, seller_id: first.seller_id, number: `B${id}`, issued_at: at(2), secret: `s${id}` },
            document: JSON.stringify(invoiceOf(id, placed_at, lines, price)),
          },
        ]
      : [],
  };
}

const toShipment = (id: number) => ({
  order_id: id,
  courier: couriers[scatter(id, couriers.length)] ?? '',
  tracking_number: trackingNumber(id),
  url: null,
});

const tablesInOrder = ['checkout', 'orders', 'order_item', 'order_event', 'payment', 'refund', 'shipment', 'invoice'] as const;

async function addCustomers(tx: Tx, count: number, now: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => {
    const { firstname, lastname, email } = addressOf(i + 1);
    const created_at = new Date(now - DAYS * DAY_MS).toISOString();
    return { id: i + 1, firstname, lastname, email, phone_number: phoneOf(i + 1), created_at, phone_verified_at: created_at };
  });
  await insertRows(tx, 'customer', rows);
}

/** The next row that the shop inserts gets the id after the generated ones. */
async function continueIds(db: Db): Promise<void> {
  if (engineOf(db) !== 'postgres') return;
  for (const table of ['customer', 'checkout', 'orders'])
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(db);
}

/** Fills a shop that has products and nothing else with `count` orders over two years, the newest of which wait to be confirmed. */
export async function fillOrders(db: Db, count: number): Promise<void> {
  const goods = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'product_variation', 'variant.price', 'name', 'seller_id'])
    .where('variant.stock', '>', 0)
    .execute();
  const shape = { count, goods, now: Date.now() };
  await write(db, (tx) => addCustomers(tx, Math.ceil(count / ORDERS_PER_CUSTOMER), shape.now));
  for (let from = 1; from <= count; from += ORDERS_PER_WRITE) {
    const rows = Array.from({ length: Math.min(ORDERS_PER_WRITE, count - from + 1) }, (_, i) => toRows(from + i, shape));
    await write(db, async (tx) => {
      for (const table of tablesInOrder)
        await insertRows(
          tx,
          table,
          rows.flatMap((row) => row[table] as Record<string, unknown>[]),
        );
    });
  }
  await continueIds(db);
  await sql`ANALYZE`.execute(db);
}
