import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_CONFIRMED, ORDER_DISPATCHED, ORDER_PLACED } from '#lib/contract/order-status.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { checkoutWish, makeCustomers, rush, type Wish } from '#tests/support/store/concurrent-calls.ts';
import { openShop as openInProcess, prepareServer } from '#tests/support/store/crash-recovery.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const ORDERS = 40;
const STOCK = 10_000;

let shop: TestShop;
let lamp: AddedProduct;
let customers: string[];
let owner: string;
let other: string;

beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: STOCK });
  customers = await makeCustomers(shop, 4 * ORDERS, () => [{ product_id: lamp.id, quantity: 1 }]);
  owner = await staffToken(shop, 'owner');
  other = await staffToken(shop, 'owner');
});
afterAll(() => shop.close());

const stage = (token: string, orders: readonly string[], kind: string, form_id: string = randomUUID()): Wish => ({
  call: 'adminStage',
  token,
  body: { orders, change: { kind }, form_id },
  again: true,
});

/** Places the orders of the next customers; returns their numbers. */
async function placeOrders(): Promise<string[]> {
  const before = new Set(await numbersOf());
  expect(
    await rush(
      shop,
      customers.splice(0, ORDERS).map((token) => checkoutWish(token, '500.00')),
      2,
      4,
    ),
  ).toEqual({ ok: ORDERS });
  return (await numbersOf()).filter((number) => !before.has(number));
}

const numbersOf = async (): Promise<string[]> =>
  (await shop.store.db.selectFrom('orders').select('order_number').execute()).map(({ order_number }) => order_number);

/** How often each order has each event, and its invoices. */
async function readTraces(numbers: readonly string[]) {
  const { db } = shop.store;
  const events = await db
    .selectFrom('orders')
    .innerJoin('order_event', 'order_event.order_id', 'orders.id')
    .select(['order_number', 'order_event.status'])
    .where('order_number', 'in', numbers)
    .execute();
  const invoices = await db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('number')
    .where('order_number', 'in', numbers)
    .execute();
  const count = (status: string): number => events.filter((event) => event.status === status).length;
  return {
    placed: count(ORDER_PLACED),
    confirmed: count(ORDER_CONFIRMED),
    dispatched: count(ORDER_DISPATCHED),
    invoices: new Set(invoices.map(({ number }) => number)).size,
  };
}

const each = { placed: ORDERS, confirmed: ORDERS, dispatched: ORDERS, invoices: ORDERS };

/** Makes each step of the orders once; a later step makes the one before, which waited for its Undo. */
async function finish(numbers: readonly string[], from = 0): Promise<void> {
  for (const kind of ['confirm', 'pack', 'dispatch', 'out_for_delivery', 'deliver'].slice(from))
    expect(await rush(shop, [stage(owner, numbers, kind)], 1)).toEqual({ ok: 1 });
}

test('two people who change the same orders at once change each of them once', async () => {
  const numbers = await placeOrders();
  for (const kind of ['confirm', 'pack', 'dispatch', 'out_for_delivery'])
    expect(await rush(shop, [stage(owner, numbers, kind), stage(other, numbers.toReversed(), kind)], 2)).toEqual({ ok: 2 });
  expect(await readTraces(numbers)).toEqual(each);
}, 60_000);

test('orders changed in bulk beside checkouts lose nothing, and no checkout is lost', async () => {
  const numbers = await placeOrders();
  const shoppers = customers.splice(0, ORDERS).map((token) => checkoutWish(token, '500.00'));
  const bulk = ['confirm', 'pack', 'dispatch', 'out_for_delivery'].map((kind) => stage(owner, numbers, kind));
  const [sold] = await Promise.all([
    rush(shop, shoppers, 2, 4),
    (async () => {
      for (const wish of bulk) expect(await rush(shop, [wish], 1)).toEqual({ ok: 1 });
    })(),
  ]);
  expect(sold).toEqual({ ok: ORDERS });
  expect(await readTraces(numbers)).toEqual(each);
  const { stock } = await shop.store.db.selectFrom('product').select('stock').where('id', '=', lamp.id).executeTakeFirstOrThrow();
  const { units } = await shop.store.db
    .selectFrom('order_item')
    .select(({ fn }) => fn.sum<number>('quantity').as('units'))
    .executeTakeFirstOrThrow();
  expect(STOCK - stock).toBe(Number(units));
}, 60_000);

test('a server killed in a bulk has done all of it or nothing, and the form sent again does it once', async () => {
  const numbers = await placeOrders();
  const where = { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl };
  for (const [i, kind] of ['confirm', 'pack', 'dispatch'].entries()) {
    const wish = stage(owner, numbers, kind);
    const server = await prepareServer();
    const { base } = await openInProcess(server, where);
    const gone = once(server, 'exit');
    const sent = fetch(`${base}/admin/orders/stage`, {
      method: 'POST',
      headers: { 'x-app-key': 'test-key', 'content-type': 'application/json', authorization: `Bearer ${owner}` },
      body: JSON.stringify(wish.body),
    }).catch(() => undefined);
    setTimeout(() => server.kill('SIGKILL'), 5 + i * 15);
    await Promise.all([sent, gone]);
    expect(await rush(shop, [wish], 1)).toEqual({ ok: 1 });
  }
  await finish(numbers, 3);
  expect(await readTraces(numbers)).toEqual(each);
}, 60_000);
