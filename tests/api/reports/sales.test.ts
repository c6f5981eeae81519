import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { startOfIndianDay, toIndianDate } from '#api/services/indian-days.ts';
import { stageChanges } from '#api/services/orders/staged/stage.ts';
import type { StagedChange } from '#api/services/orders/staged/staged-change.ts';
import { readTopProducts } from '#api/services/reports/products.ts';
import { readSales } from '#api/services/reports/sales.ts';
import { findStaff } from '#api/services/staff/staff-sessions.ts';
import { adminSalesCall, adminTasksCall } from '#lib/contract/admin/home.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_PLACED,
  ORDER_RETURNED,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { addSignedInStaff, staffToken } from '#tests/support/admin/staff.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

/** 30 November 2026, 1:00 in India: 29 November in UTC. */
const now = Date.parse('2026-11-29T19:30:00.000Z');

let shop: TestShop;
let tee: AddedProduct;
let order: number;

interface Placed extends Partial<Pick<OrderTable, 'status' | 'payment_status' | 'payment_method'>> {
  rupees?: number;
  quantity?: number;
  product?: AddedProduct;
}

/** Copies the order of the shop to a time, with other fields. */
const place = (placed_at: string, { rupees = 100, quantity = 1, product = tee, ...more }: Placed = {}) =>
  shop.change(async (tx) => {
    const row = await tx.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
    const price = rupees * 100;
    const { id: _, ...copy } = {
      ...row,
      ...more,
      placed_at,
      price,
      final_amount: price,
      order_number: `HT-${randomUUID().slice(0, 8).toUpperCase()}`,
    };
    const { id } = await tx.insertInto('orders').values(copy).returning('id').executeTakeFirstOrThrow();
    const item = { order_id: id, product_id: product.id, variant_id: product.variants[''] ?? 0, product_name: 'x' };
    await tx
      .insertInto('order_item')
      .values({ ...item, product_variation: '', picture: '', quantity, price: price / quantity })
      .execute();
  });

beforeAll(async () => {
  shop = await openShop();
  tee = await shop.add({ name: 'Tee', category: 'Clothes', stock: 3 });
  const token = await signUp(shop, '9300000001');
  await shop.succeed(addToCartCall, { token, body: { product_id: tee.id, quantity: 1 } });
  const { data } = await shop.succeed(checkoutCall, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { address, payment_method: 'cod', expected_total: '999.00' },
  });
  order = data.order_id[0] ?? 0;
  const columns = { placed_at: '2020-01-01T00:00:00.000Z', shipping_amount: 0, cod_fee: 0, price: 0, final_amount: 0 };
  await shop.change((tx) => tx.updateTable('orders').set(columns).execute());
});
afterAll(() => shop.close());
beforeEach(() =>
  shop.change(async (tx) => {
    await tx.deleteFrom('order_item').where('order_id', '<>', order).execute();
    await tx.deleteFrom('orders').where('id', '<>', order).execute();
  }),
);

const sales = async () => {
  const { periods, days } = await readSales(shop.store.db, now);
  return { today: periods[0], week: periods[1], month: periods[2], days };
};

describe('sales', () => {
  test('of a day are those of the day in India, to the millisecond', async () => {
    await place('2026-11-29T18:29:59.999Z', { rupees: 1 });
    await place('2026-11-29T18:30:00.000Z', { rupees: 10 });
    await place('2026-11-29T19:29:59.999Z', { rupees: 100 });
    const { today, week, days } = await sales();
    expect(today?.sold).toEqual({ orders: 2, amount: '110.00' });
    expect(week?.sold).toEqual({ orders: 3, amount: '111.00' });
    expect(days.slice(-2)).toEqual([
      { date: '2026-11-29', orders: 1, amount: '1.00' },
      { date: '2026-11-30', orders: 2, amount: '110.00' },
    ]);
    expect(days).toHaveLength(30);
    expect(days[0]?.date).toBe('2026-11-01');
  });

  test('are compared with as many days before, up to the same time of day', async () => {
    await place('2026-11-28T18:29:59.999Z', { rupees: 1 });
    await place('2026-11-28T18:30:00.000Z', { rupees: 10 });
    await place('2026-11-28T19:29:59.999Z', { rupees: 100 });
    await place('2026-11-28T19:30:00.000Z', { rupees: 1000 });
    expect((await sales()).today?.before).toEqual({ orders: 2, amount: '110.00' });
    // Seven days up to 1:00 of the 23rd: from the 17th on.
    await place('2026-11-16T18:29:59.999Z', { rupees: 2 });
    await place('2026-11-16T18:30:00.000Z', { rupees: 20 });
    await place('2026-11-22T19:29:59.999Z', { rupees: 200 });
    await place('2026-11-22T19:30:00.000Z', { rupees: 2000 });
    const { week, month } = await sales();
    expect(week?.before).toEqual({ orders: 2, amount: '220.00' });
    expect(week?.sold).toEqual({ orders: 4, amount: '1111.00' });
    await place('2026-10-01T18:29:59.999Z', { rupees: 3 });
    await place('2026-10-01T18:30:00.000Z', { rupees: 30 });
    expect((await sales()).month?.before).toEqual({ orders: 1, amount: '30.00' });
    expect(month?.before).toEqual({ orders: 0, amount: '0.00' });
  });

  test('leave out what was cancelled, returned, refunded or never paid, and show the first three apart', async () => {
    const at = '2026-11-29T18:45:00.000Z';
    for (const status of [ORDER_PLACED, ORDER_CONFIRMED, ORDER_DELIVERED]) await place(at, { status });
    await place(at, { status: PAYMENT_PENDING, rupees: 1 });
    await place(at, { status: ORDER_CANCELLED, payment_status: 'failed', payment_method: 'prepaid', rupees: 2 });
    await place(at, { status: ORDER_CANCELLED, payment_status: 'pending', rupees: 10 });
    await place(at, { status: ORDER_RETURNED, payment_status: 'failed', rupees: 20 });
    await place(at, { status: ORDER_CANCELLED, payment_status: 'refunded', rupees: 40 });
    await place(at, { status: ORDER_DELIVERED, payment_status: 'refunded', rupees: 80 });
    const { today, days } = await sales();
    expect(today?.sold).toEqual({ orders: 3, amount: '300.00' });
    expect(today?.left_out).toEqual({ orders: 4, amount: '150.00' });
    expect(days.at(-1)).toEqual({ date: '2026-11-30', orders: 3, amount: '300.00' });
  });

  test('by product count units of the last 30 days', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Lamps' });
    await place('2026-11-29T18:45:00.000Z', { quantity: 2, rupees: 300 });
    await place('2026-11-20T18:45:00.000Z', { quantity: 3, rupees: 900, product: lamp });
    await place('2026-10-31T18:29:59.999Z', { quantity: 5, rupees: 500 });
    await place('2026-11-29T18:45:00.000Z', { quantity: 4, rupees: 400, status: ORDER_CANCELLED });
    expect(await readTopProducts(shop.store.db, now)).toEqual([
      { product_id: lamp.id, name: 'Lamp', slug: 'lamp', units: 3, amount: '900.00' },
      { product_id: tee.id, name: 'Tee', slug: 'tee', units: 2, amount: '300.00' },
    ]);
  });

  test('by product are at most a minute old on the first page', async () => {
    const { data } = await shop.succeed(adminSalesCall, { token: await staffToken(shop, 'owner') });
    await place(new Date().toISOString(), { quantity: 2, rupees: 300 });
    const again = await shop.succeed(adminSalesCall, { token: await staffToken(shop, 'owner') });
    expect(again.data.top_products).toEqual(data.top_products);
    expect(again.data.days.at(-1)?.orders).toBe((data.days.at(-1)?.orders ?? 0) + 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
    const later = await shop.succeed(adminSalesCall, { token: await staffToken(shop, 'owner') });
    vi.useRealTimers();
    expect(later.data.top_products).not.toEqual(data.top_products);
  });

  test('of a shop without orders are nothing, not an error', async () => {
    const { today, month } = await sales();
    expect([today?.sold, month?.before]).toEqual([
      { orders: 0, amount: '0.00' },
      { orders: 0, amount: '0.00' },
    ]);
    expect(await readTopProducts(shop.store.db, now)).toEqual([]);
  });
});

test('a day in India begins at 18:30 in UTC, in every month', () => {
  for (const [time, start, date] of [
    ['2026-11-29T18:29:59.999Z', '2026-11-28T18:30:00.000Z', '2026-11-29'],
    ['2026-11-29T18:30:00.000Z', '2026-11-29T18:30:00.000Z', '2026-11-30'],
    ['2026-06-30T23:59:59.999Z', '2026-06-30T18:30:00.000Z', '2026-07-01'],
    ['2028-02-28T18:30:00.000Z', '2028-02-28T18:30:00.000Z', '2028-02-29'],
    ['2026-12-31T18:30:00.000Z', '2026-12-31T18:30:00.000Z', '2027-01-01'],
  ] as const) {
    expect(new Date(startOfIndianDay(Date.parse(time))).toISOString()).toBe(start);
    expect(toIndianDate(Date.parse(time))).toBe(date);
  }
});

describe('what to do now', () => {
  test('is counted for an owner; a packer gets packing only, and no sales', async () => {
    await place('2026-11-29T18:45:00.000Z', { status: ORDER_PLACED });
    await place('2026-11-29T18:45:00.000Z', { status: ORDER_CONFIRMED });
    await place('2026-11-29T18:45:00.000Z', { status: ORDER_CONFIRMED });
    await place('2026-11-29T18:45:00.000Z', { status: ORDER_DELIVERED });
    const none = { count: 0, more: false };
    const { data } = await shop.succeed(adminTasksCall, { token: await staffToken(shop, 'owner') });
    expect(data).toMatchObject({
      // With the order that the shop began with.
      to_confirm: { count: 2, more: false },
      to_pack: { count: 2, more: false },
      to_ship: none,
      refunds_due: none,
      open_messages: none,
      low_stock: { low: { count: 1, more: false }, sold_out: none },
      has_orders: true,
    });
    const packer = await staffToken(shop, 'packer');
    const seen = await shop.succeed(adminTasksCall, { token: packer });
    expect(seen.data).toEqual({ to_pack: { count: 2, more: false }, to_ship: none, has_orders: true });
    expect((await shop.fail(adminSalesCall, { token: packer })).code).toBe('staff_role');
    const { low_stock } = (await shop.succeed(adminSalesCall, { token: await staffToken(shop, 'owner') })).data;
    expect(low_stock).toEqual([{ name: 'Tee', slug: 'tee', variation: '', stock: 2 }]);
  });

  test('counts what is packed, and what staff have done and can still undo, as done', async () => {
    const count = async (): Promise<number[]> => {
      const { data } = await shop.succeed(adminTasksCall, { token: await staffToken(shop, 'owner') });
      return [data.to_confirm?.count ?? 0, data.to_pack.count, data.to_ship.count];
    };
    const stage = (orders: readonly string[], change: StagedChange) =>
      shop.change(async (tx) => {
        const staff = await findStaff(tx, await addSignedInStaff(tx, 'owner'));
        if (staff) await stageChanges(tx, staff, orders, change);
      });
    const numberOf = async (status: string) =>
      (await shop.store.db.selectFrom('orders').select('order_number').where('status', '=', status).executeTakeFirst())
        ?.order_number ?? '';
    await place('2026-11-29T18:45:00.000Z', { status: ORDER_CONFIRMED });
    expect(await count()).toEqual([1, 1, 0]);
    await stage([await numberOf(ORDER_PLACED)], { kind: 'confirm' });
    expect(await count()).toEqual([0, 2, 0]);
    await stage([await numberOf(ORDER_CONFIRMED)], { kind: 'pack' });
    expect(await count()).toEqual([0, 1, 1]);
    await shop.change(async (tx) => {
      await tx.deleteFrom('staged_change').execute();
      await tx
        .updateTable('orders')
        .set({ packed_at: '2026-11-29T19:00:00.000Z' })
        .where('status', '=', ORDER_CONFIRMED)
        .execute();
    });
    expect(await count()).toEqual([1, 0, 1]);
  });
});
