import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyDueChanges } from '#api/workers/staged-changes.ts';
import { adminStageCall, adminUndoCall } from '#lib/contract/admin/orders.ts';
import { ORDER_CANCELLED, ORDER_CONFIRMED } from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { isoAgo } from '#lib/rules/durations.ts';
import { type PlacedOrder, placeOrder } from '#tests/support/admin/placed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { checkoutWish, makeCustomers, rush } from '#tests/support/store/concurrent-calls.ts';
import { stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let [asha, pavan] = ['', ''];
let mobile = 9_440_000_000;

beforeAll(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 });
  [asha, pavan] = [await staffToken(shop, 'owner'), await staffToken(shop, 'owner')];
});
afterAll(() => shop.close());

async function place(count: number): Promise<PlacedOrder[]> {
  const orders: PlacedOrder[] = [];
  for (let i = 0; i < count; i++) orders.push(await placeOrder(shop, lamp, { mobile: String(++mobile), total: '500.00' }));
  return orders;
}

const stage = (token: string, orders: readonly PlacedOrder[], kind: 'confirm' | 'pack' | 'cancel') =>
  shop.succeed(adminStageCall, { token, body: { orders: orders.map(({ number }) => number), change: { kind } } });
const statusOf = async ({ id }: PlacedOrder) =>
  (await shop.store.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const timelineOf = async ({ id }: PlacedOrder) =>
  (await shop.store.db.selectFrom('order_event').select('status').where('order_id', '=', id).orderBy('id').execute()).map(
    ({ status }) => status,
  );
/** Makes all that is staged due, and applies it by two workers at once. */
async function applyAll(): Promise<void> {
  await shop.change((tx) =>
    tx
      .updateTable('staged_change')
      .set({ due_at: isoAgo(1000) })
      .execute(),
  );
  await Promise.all([applyDueChanges(shop.store.db), applyDueChanges(shop.store.db)]);
}

test('two members of staff press the same button for overlapping orders: each order is changed once', async () => {
  const orders = await place(12);
  const presses = await Promise.all([
    stage(asha, orders, 'confirm'),
    stage(pavan, orders.toReversed(), 'confirm'),
    stage(asha, orders.slice(4), 'confirm'),
  ]);
  const done = presses.flatMap(({ data }) => data.results.filter(({ ok }) => ok).map(({ order }) => order));
  expect(done.sort()).toEqual(orders.map(({ number }) => number).sort());
  await applyAll();
  for (const order of orders) expect(await timelineOf(order)).toEqual(['order has been placed', ORDER_CONFIRMED]);
});

test('Undo beside the worker: each order is undone or changed, never both', async () => {
  const orders = await place(10);
  const { data } = await stage(asha, orders, 'confirm');
  await shop.change((tx) =>
    tx
      .updateTable('staged_change')
      .set({ due_at: isoAgo(1000) })
      .execute(),
  );
  const [undone] = await Promise.all([
    shop.succeed(adminUndoCall, { token: pavan, body: { action: data.id } }),
    applyDueChanges(shop.store.db),
    applyDueChanges(shop.store.db),
  ]);
  for (const order of orders) {
    const result = undone.data.results.find((one) => one.order === order.number);
    expect(await statusOf(order)).toBe(result?.undone ? 'order has been placed' : ORDER_CONFIRMED);
  }
});

test('bulk changes beside cancellations of customers and checkouts lose and double nothing', async () => {
  const orders = await place(20);
  const before = (await stockOf(shop, lamp.variants[''])).variant;
  const buyers = await makeCustomers(shop, 12, () => [{ product_id: lamp.id, quantity: 1 }]);
  const cancelled = orders.filter((_, i) => i % 2 === 0);
  const work = [
    ...[stage(asha, orders, 'confirm'), stage(pavan, orders.toReversed(), 'pack'), stage(pavan, orders.slice(5, 9), 'cancel')],
    rush(
      shop,
      [
        ...buyers.map((token) => checkoutWish(token, '500.00')),
        ...cancelled.map(({ id, shopper }) => ({
          call: cancelOrderCall.name,
          token: shopper.token,
          body: { order_id: id, reject_reason_select: 'Changed My Mind' },
        })),
      ],
      2,
    ),
    applyAll(),
  ];
  const answers = (await Promise.all(work))[3];
  expect(answers).toEqual({ ok: buyers.length + cancelled.length });
  await applyAll();
  const stock = (await stockOf(shop, lamp.variants[''])).variant;
  const ended = (await Promise.all(orders.map(statusOf))).filter((status) => status === ORDER_CANCELLED).length;
  expect(ended).toBeGreaterThanOrEqual(cancelled.length);
  expect(stock).toBe(before - buyers.length + ended);
  for (const order of cancelled) expect((await timelineOf(order)).filter((status) => status === ORDER_CANCELLED)).toHaveLength(1);
  expect(await shop.store.db.selectFrom('staged_change').selectAll().execute()).toEqual([]);
});
