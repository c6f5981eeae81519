import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import type { CallResult } from '#lib/contract/admin/call-results.ts';
import { adminCallResultCall, adminOrderCall } from '#lib/contract/admin/order.ts';
import { adminOrdersCall, adminStageCall } from '#lib/contract/admin/orders.ts';
import { ORDER_CONFIRMED, ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { placeOrder } from '#tests/support/admin/placed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let [owner, packer] = ['', ''];

beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
  [owner, packer] = [await staffToken(shop, 'owner'), await staffToken(shop, 'packer')];
});
afterAll(() => shop.close());

const place = async (method: 'cod' | 'prepaid' = 'cod') =>
  (await placeOrder(shop, lamp, { mobile: newMobile(), total: '500.00', method })).number;
const record = (number: string, result: CallResult) => ({ token: owner, params: { number }, body: { result } });
const read = async (number: string, token = owner) => (await shop.succeed(adminOrderCall, { token, params: { number } })).data;
const list = async (params: object) => (await shop.succeed(adminOrdersCall, { token: owner, params })).data.orders;

test('what a call came to is kept with time and name, in place of an earlier one, and both are in the timeline and the audit log', async () => {
  const number = await place();
  expect(await read(number)).toMatchObject({ can_record_call: true });
  expect((await read(number)).call).toBeUndefined();
  await shop.succeed(adminCallResultCall, record(number, 'unreached'));
  await shop.succeed(adminCallResultCall, record(number.toLowerCase(), 'confirmed'));
  const { call, timeline = [], status } = await read(number);
  expect(call).toEqual({ result: 'confirmed', at: expect.any(String), by: 'Asha' });
  expect(status).toBe('order has been placed');
  const calls = timeline.filter(({ by }) => by === 'Asha').map(({ text }) => text);
  expect(calls.toSorted()).toEqual(['Confirmed by phone', 'Could not reach']);
  const events = await listAudit(shop.store.db, { limit: 2, action: 'order call' });
  expect(events.map(({ subject, detail }) => [subject, JSON.parse(detail)])).toEqual([
    [`order:${number}`, { before: 'unreached', after: 'confirmed' }],
    [`order:${number}`, { before: 'none', after: 'unreached' }],
  ]);
});

test('no call is recorded for an order that is paid ahead, has been shipped, or is not there', async () => {
  const paid = await place('prepaid');
  expect(await shop.fail(adminCallResultCall, record(paid, 'confirmed'))).toMatchObject({ httpStatus: 409 });
  expect(await read(paid)).toMatchObject({ can_record_call: false });
  const shipped = await place();
  await shop.succeed(adminCallResultCall, record(shipped, 'confirmed'));
  await shop.change(async (tx) => {
    for (const status of [ORDER_CONFIRMED, ORDER_DISPATCHED] as const) await setOrderStatus(tx, shipped, status);
  });
  expect(await shop.fail(adminCallResultCall, record(shipped, 'unwanted'))).toMatchObject({ httpStatus: 409 });
  expect(await read(shipped)).toMatchObject({ can_record_call: false, call: { result: 'confirmed' } });
  expect(await shop.fail(adminCallResultCall, record('HT-NONE', 'confirmed'))).toMatchObject({ httpStatus: 404 });
});

test('the list says what a call came to and filters whom to call; packers see neither', async () => {
  const orders = { open: await place(), missed: await place(), sure: await place(), paid: await place('prepaid') };
  await shop.succeed(adminCallResultCall, record(orders.missed, 'unreached'));
  await shop.succeed(adminCallResultCall, record(orders.sure, 'confirmed'));
  const shown = await list({ tab: 'to_confirm' });
  const resultOf = (number: string) => shown.find(({ order_number }) => order_number === number)?.call_result;
  expect([orders.open, orders.missed, orders.sure].map(resultOf)).toEqual([undefined, 'unreached', 'confirmed']);
  for (const tab of ['to_confirm', 'all']) {
    const toCall = (await list({ tab, payment: 'cod-unconfirmed' })).map(({ order_number }) => order_number);
    expect(toCall).toEqual(expect.arrayContaining([orders.open, orders.missed]));
    for (const number of [orders.sure, orders.paid]) expect(toCall).not.toContain(number);
  }
  // What is staged counts: a confirmed order may still be called about.
  const change = { kind: 'confirm' } as const;
  await shop.succeed(adminStageCall, { token: owner, body: { orders: [orders.missed], change } });
  expect((await list({ tab: 'to_pack', payment: 'cod-unconfirmed' })).map(({ order_number }) => order_number)).toContain(
    orders.missed,
  );
  expect(await read(orders.missed, packer)).not.toMatchObject({ call: expect.anything() });
  expect((await shop.succeed(adminOrdersCall, { token: packer, params: {} })).data.orders).not.toContainEqual(
    expect.objectContaining({ call_result: expect.anything() }),
  );
});
