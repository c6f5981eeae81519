import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOf } from '#api/database/schema/engine.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { setOrderAddress } from '#api/services/orders/find/index-order.ts';
import type { Address } from '#lib/contract/address.ts';
import { adminOrdersCall, adminStageCall, adminUndoCall, type OrderTab } from '#lib/contract/admin/orders.ts';
import type { ParamsOf } from '#lib/contract/calls/define-call.ts';
import { ORDER_CONFIRMED, ORDER_DELIVERED, ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { copyOrder } from '#tests/support/admin/copy-order.ts';
import { type PlacedOrder, placeOrder } from '#tests/support/admin/placed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let [owner, packer] = ['', ''];
let mobile = 9_440_000_000;

const order = (to: Partial<Address> = {}, method: 'cod' | 'prepaid' = 'cod') =>
  placeOrder(shop, lamp, { mobile: String(++mobile), total: '500.00', method, to });
const list = async (params: ParamsOf<typeof adminOrdersCall>, token = owner) =>
  (await shop.succeed(adminOrdersCall, { token, params })).data;
const numbers = async (params: ParamsOf<typeof adminOrdersCall>, token = owner) =>
  (await list(params, token)).orders.map(({ order_number }) => order_number);
const find = (text: string) => numbers({ tab: 'all', text });
const set = (number: string, ...statuses: Parameters<typeof setOrderStatus>[2][]) =>
  shop.change(async (tx) => {
    for (const status of statuses) await setOrderStatus(tx, number, status);
  });

beforeAll(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 5000 });
  [owner, packer] = [await staffToken(shop, 'owner'), await staffToken(shop, 'packer')];
});
afterAll(() => shop.close());

describe('an order is found', () => {
  test.for([
    ['Meenakshi', 'Sundaram', ['meenakshi', 'MEENAKSHI SUND', 'sundaram meena', '  meenakshi   sundaram ']],
    ['हिन्दी', 'साड़ी', ['हिंदी', 'साडी', 'हिन्दी साड़ी']],
    ['மீனாட்சி', 'சுந்தரம்', ['மீனாட்சி', 'சுந்த']],
    ['José', "D'Souza", ['jose', 'JOSÉ', 'souza']],
    ['<img src=x', 'onerror=alert(1)>', ['onerror', '<img src=x onerror=alert(1)>']],
    ["Robert'); DROP", 'TABLE orders;--', ["Robert'); DROP TABLE orders;--"]],
  ] as const)('by the name %s %s in any spelling', async ([firstname, lastname, texts]) => {
    const { number } = await order({ firstname, lastname });
    for (const text of texts) expect([text, await find(text)]).toEqual([text, [number]]);
  });

  test('by its number, with and without prefix, in parts and in any case', async () => {
    const { number } = await order();
    const code = number.slice(-8);
    for (const text of [
      number,
      number.toLowerCase(),
      code,
      number.replace('-', ''),
      code.slice(1, 7),
      ` ${number} `,
      `#${number}`,
    ])
      expect([text, await find(text)]).toEqual([text, [number]]);
  });

  test('by its phone number in any spelling, and by how it ends', async () => {
    const { number } = await order({ phone_number: '9123456780' });
    for (const text of ['9123456780', '+91 91234 56780', '091234-56780', '91 9123456780', '९१२३४५६७८०', '91234', '6780'])
      expect([text, await find(text)]).toEqual([text, [number]]);
  });

  test('by its AWB, from the beginning on', async () => {
    const { number } = await order();
    const parcel = { courier: 'India Post', tracking_number: 'EK123456789IN' };
    await shop.change((tx) => setOrderStatus(tx, number, ORDER_DISPATCHED, undefined, parcel));
    for (const text of ['EK123456789IN', 'ek123456', 'EK 123456789 IN'])
      expect([text, await find(text)]).toEqual([text, [number]]);
  });

  test.for(['QP-771-202', 'QP771203', 'QP 771 204'])('by its AWB %s, with dashes and spaces or without', async (awb) => {
    const { number } = await order();
    const parcel = { courier: 'DTDC', tracking_number: awb };
    await shop.change((tx) => setOrderStatus(tx, number, ORDER_DISPATCHED, undefined, parcel));
    const plain = awb.replace(/[- ]/g, '');
    for (const text of [
      awb,
      plain,
      plain.toLowerCase(),
      `${plain.slice(0, 2)}-${plain.slice(2)}`,
      `${plain.slice(0, 5)} ${plain.slice(5)}`,
    ])
      expect([text, await find(text)]).toEqual([text, [number]]);
  });

  test('by its new address when that is corrected', async () => {
    const { id, number } = await order({ firstname: 'Wrongname', pincode: '400001' });
    await shop.change((tx) => setOrderAddress(tx, id, { ...address, firstname: 'Rightname', pincode: '751001' }));
    expect(await find('wrongname')).toEqual([]);
    expect(await find('rightname')).toEqual([number]);
    expect(await numbers({ tab: 'all', pincode: '751' })).toEqual([number]);
  });

  test.for(['%', '_', "'", '\\', '"*"', '\u0000', '🙂', 'a'.repeat(200), '-', '((('])('by nothing for %o', async (text) => {
    expect(await find(text)).toEqual([]);
  });
});

describe('the list', () => {
  let orders: Record<'placed' | 'confirmed' | 'packed' | 'shipped' | 'delivered' | 'cancelled', PlacedOrder>;
  const pincode = '560099';
  const tab = (name: OrderTab) => numbers({ tab: name, pincode });
  const stage = (order_number: string, kind: 'confirm' | 'pack' | 'dispatch') =>
    shop.succeed(adminStageCall, { token: owner, body: { orders: [order_number], change: { kind } } });

  beforeAll(async () => {
    const [placed, confirmed, packed, shipped, delivered, cancelled] = [
      await order({ pincode }),
      await order({ pincode }),
      await order({ pincode }),
      await order({ pincode }),
      await order({ pincode }, 'prepaid'),
      await order({ pincode }),
    ];
    orders = { placed, confirmed, packed, shipped, delivered, cancelled };
    await set(confirmed.number, ORDER_CONFIRMED);
    await set(packed.number, ORDER_CONFIRMED);
    await set(shipped.number, ORDER_DISPATCHED);
    await set(delivered.number, ORDER_DISPATCHED, ORDER_DELIVERED);
    await set(cancelled.number, 'order is cancelled');
    const packed_at = new Date().toISOString();
    await shop.change((tx) => tx.updateTable('orders').set({ packed_at }).where('id', '=', packed.id).execute());
  });

  test('has each order in one part, newest first in the part of all', async () => {
    expect(await tab('to_confirm')).toEqual([orders.placed.number]);
    expect(await tab('to_pack')).toEqual([orders.confirmed.number]);
    expect(await tab('to_ship')).toEqual([orders.packed.number]);
    expect(await tab('on_the_way')).toEqual([orders.shipped.number]);
    expect(await tab('delivered')).toEqual([orders.delivered.number]);
    expect(await tab('ended')).toEqual([orders.cancelled.number]);
    expect(await tab('all')).toEqual(
      Object.values(orders)
        .map(({ number }) => number)
        .reverse(),
    );
  });

  test('shows at once what is staged, and not any more after Undo', async () => {
    const before = await list({ tab: 'to_confirm', pincode });
    const { data } = await stage(orders.placed.number, 'confirm');
    expect(data.undo_seconds).toBeGreaterThan(100);
    expect(await tab('to_confirm')).toEqual([]);
    const after = await list({ tab: 'to_pack', pincode });
    expect(after.orders).toMatchObject([
      { order_number: orders.confirmed.number },
      { order_number: orders.placed.number, status: ORDER_CONFIRMED, staged: { action: data.id, due_at: data.due_at } },
    ]);
    const countOf = (reply: typeof before, name: OrderTab) => reply.counts.find((one) => one.tab === name)?.count ?? 0;
    expect(countOf(after, 'to_confirm')).toBe(countOf(before, 'to_confirm') - 1);
    expect(countOf(after, 'to_pack')).toBe(countOf(before, 'to_pack') + 1);
    await shop.succeed(adminUndoCall, { token: owner, body: { action: data.id } });
    expect(await list({ tab: 'to_confirm', pincode })).toEqual(before);

    const packed = await stage(orders.confirmed.number, 'pack');
    expect(await tab('to_pack')).toEqual([]);
    expect(await tab('to_ship')).toEqual([orders.packed.number, orders.confirmed.number]);
    await shop.succeed(adminUndoCall, { token: packer, body: { action: packed.data.id } });
    expect(await tab('to_ship')).toEqual([orders.packed.number]);
  });

  test('has filters for payment, status, pincode and days', async () => {
    expect(await numbers({ tab: 'all', pincode, payment: 'prepaid' })).toEqual([orders.delivered.number]);
    expect(await numbers({ tab: 'all', pincode: '5600', payment: 'paid' })).toEqual([orders.delivered.number]);
    expect(await numbers({ tab: 'all', pincode, status: ORDER_DISPATCHED })).toEqual([orders.shipped.number]);
    expect(await numbers({ tab: 'to_pack', pincode, status: ORDER_DISPATCHED })).toEqual([]);
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    expect(await numbers({ tab: 'to_pack', pincode, from: today, to: today })).toEqual([orders.confirmed.number]);
    expect(await numbers({ tab: 'all', pincode, to: '2020-01-01' })).toEqual([]);
    const wrong = { token: owner, params: { from: '2026-02-31' } };
    expect(await shop.fail(adminOrdersCall, wrong)).toMatchObject({
      httpStatus: 422,
      errors: { from: ['This is no day of the calendar.'] },
    });
  });

  test('tells packers what to pack and to collect, and nothing else of money', async () => {
    const reply = await list({ tab: 'to_pack', pincode }, packer);
    expect(reply.counts.map((one) => one.tab)).toEqual(['to_pack', 'to_ship']);
    expect(reply.orders).toMatchObject([{ order_number: orders.confirmed.number, to_collect: '500.00' }]);
    expect(Object.keys(reply.orders[0] ?? {})).not.toEqual(expect.arrayContaining(['total']));
    for (const field of ['total', 'payment_method', 'payment_status', 'phone_number'])
      expect(reply.orders[0]).not.toHaveProperty(field);
    expect((await list({}, packer)).tab).toBe('to_pack');
    for (const params of [{ tab: 'all' }, { tab: 'delivered' }, { payment: 'paid' }] as const)
      expect(await shop.fail(adminOrdersCall, { token: packer, params })).toMatchObject({ httpStatus: 403, code: 'staff_role' });
    const confirm = { token: packer, body: { orders: [orders.placed.number], change: { kind: 'confirm' as const } } };
    expect(await shop.fail(adminStageCall, confirm)).toMatchObject({ httpStatus: 403, code: 'staff_role' });
    const own = await stage(orders.placed.number, 'confirm');
    const undo = { token: packer, body: { action: own.data.id } };
    expect(await shop.fail(adminUndoCall, undo)).toMatchObject({ httpStatus: 403, code: 'staff_role' });
    await shop.succeed(adminUndoCall, { ...undo, token: owner });
  });
});

/** How often the copies have been made: a second try has numbers and a pincode of its own. */
let copies = 0;

test('pages follow each other without gap or double, forwards and back, also with staged orders between', async () => {
  const pincode = String(110_090 + copies);
  const prefix = `HT-COPY${'ABC'[copies++]}`;
  const { id } = await order({ pincode });
  // All are placed in the same two moments.
  const numbersOf = (from: number, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${from + i}`);
  await shop.change(async (tx) => {
    await copyOrder(tx, id, numbersOf(1, 59), { placed_at: '2026-01-01T00:00:00.000Z' });
    await copyOrder(tx, id, numbersOf(60, 60), { placed_at: '2026-01-02T00:00:00.000Z' });
  });
  const staged = [118, 59, 3].map((number) => `${prefix}${number}`);
  const body = { orders: staged, change: { kind: 'confirm' as const } };
  await shop.succeed(adminStageCall, { token: owner, body });
  const first = await list({ tab: 'all', pincode });
  const second = await list({ tab: 'all', pincode, after: first.next ?? '' });
  const third = await list({ tab: 'all', pincode, after: second.next ?? '' });
  const all = [first, second, third].flatMap(({ orders }) => orders.map(({ order_number }) => order_number));
  expect([first, second, third].map(({ orders }) => orders.length)).toEqual([50, 50, 20]);
  expect(new Set(all).size).toBe(120);
  expect([first.previous, third.next]).toEqual([undefined, undefined]);
  const back = await list({ tab: 'all', pincode, before: third.previous ?? '' });
  expect(back).toEqual(second);
  const begin = await list({ tab: 'all', pincode, before: second.previous ?? '' });
  expect(begin.orders).toEqual(first.orders);
  expect(begin.previous).toBeUndefined();
  expect(await numbers({ tab: 'to_pack', pincode })).toEqual(staged);
});

test('lists read their orders by an index', async () => {
  const { db } = shop.store;
  if (engineOf(db) === 'postgres') return;
  const plan = await sql<{
    detail: string;
  }>`EXPLAIN QUERY PLAN SELECT id, placed_at FROM orders WHERE status IN ('order is delivered')
    AND orders.id NOT IN (SELECT order_id FROM staged_change) AND payment_status = 'paid' AND pincode >= '1' AND pincode < '2'
    ORDER BY placed_at DESC, id DESC LIMIT 51`.execute(db);
  const text = plan.rows.map(({ detail }) => detail).join('\n');
  expect(text).toContain('COVERING INDEX orders_in_list (status=?');
  expect(text).not.toContain('TEMP B-TREE');
});
