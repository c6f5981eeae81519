import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { trackingUrl } from '#api/services/orders/parcels/couriers.ts';
import {
  adminParcelsCall,
  adminRemoveParcelCall,
  adminSetParcelCall,
  adminShipListCall,
} from '#lib/contract/admin/fulfilment.ts';
import { adminStageCall } from '#lib/contract/admin/orders.ts';
import { confirmedOrder } from '#tests/support/admin/confirmed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const dispatched = 'order has been dispatched from retailer';

let shop: TestShop;
let token: string;
let packer: string;
let lamp: AddedProduct;

beforeAll(async () => {
  shop = await openShop();
  token = await staffToken(shop, 'owner');
  packer = await staffToken(shop, 'packer');
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
});
afterAll(() => shop.close());

const order = () => confirmedOrder(shop, { productId: lamp.id, total: '500.00' });
const set = (order_number: string, courier: string, awb: string, id?: number) =>
  shop.call(adminSetParcelCall, { token, body: { order_number, courier, awb, ...(id !== undefined && { id }) } });
const parcelsOf = async (order_number: string) =>
  (await shop.succeed(adminParcelsCall, { token, params: { order_number } })).data.parcels;

test('an order may go in several parcels, which can be corrected and removed', async () => {
  const { number } = await order();
  await set(number.toLowerCase(), 'bluedart', '  BD-1001 ');
  await set(number, 'Local van', 'van7');
  const [first, second] = await parcelsOf(number);
  expect(first).toMatchObject({
    courier: 'Blue Dart',
    tracking_number: 'BD-1001',
    url: expect.stringMatching(/bluedart.*BD-1001$/),
  });
  expect(second).toMatchObject({ courier: 'Local van', tracking_number: 'van7' });
  expect(second).not.toHaveProperty('url');
  await set(number, 'DTDC', 'D9', second?.id);
  await shop.succeed(adminRemoveParcelCall, { token, body: { order_number: number, id: first?.id ?? 0 } });
  expect(await parcelsOf(number)).toMatchObject([{ courier: 'DTDC', tracking_number: 'D9' }]);
  const actions = await shop.store.db
    .selectFrom('audit_event')
    .select(['action', 'actor'])
    .where('subject', '=', `order:${number}`)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['parcel add', 'parcel add', 'parcel correct', 'parcel remove']);
  expect(actions[0]?.actor).toMatch(/^staff:\d+$/);
});

test('customers see parcels from the dispatch on: the first as specified, and all when there are several', async () => {
  const { id, number, shopper } = await order();
  const seen = async () => (await shopper.orders()).find(({ order_id }) => order_id === id);
  await set(number, 'Delhivery', '1490812345678');
  expect(await seen()).not.toHaveProperty('shipment');
  await shop.change((tx) => setOrderStatus(tx, number, dispatched));
  const first = { courier: 'Delhivery', tracking_number: '1490812345678', url: trackingUrl('Delhivery', '1490812345678') };
  expect((await seen())?.shipment).toEqual(first);
  expect(await seen()).not.toHaveProperty('shipments');
  await set(number, 'Ekart', 'FMPC1');
  expect((await seen())?.shipment).toEqual(first);
  expect((await seen())?.shipments).toMatchObject([first, { courier: 'Ekart', tracking_number: 'FMPC1' }]);
});

test('an AWB that another order has is refused, in either case of letters', async () => {
  const [one, other] = [await order(), await order()];
  await set(one.number, 'DTDC', 'D-500x');
  expect(await set(other.number, 'DTDC', 'd-500X')).toMatchObject({
    httpStatus: 409,
    message: `Order ${one.number} has this AWB.`,
  });
  expect(await parcelsOf(other.number)).toEqual([]);
});

test('an AWB that another order has with other dashes is refused', async () => {
  const [one, other] = [await order(), await order()];
  await set(one.number, 'DTDC', 'D-501-Y');
  for (const awb of ['D501Y', 'd5-01y'])
    expect(await set(other.number, 'DTDC', awb)).toMatchObject({ httpStatus: 409, message: `Order ${one.number} has this AWB.` });
  await set(one.number, 'DTDC', 'D501Y');
  expect(await parcelsOf(one.number)).toHaveLength(1);
});

test('two orders that get one AWB at once do not both have it', async () => {
  const orders = [await order(), await order(), await order()];
  const results = await Promise.all(orders.map(({ number }) => set(number, 'DTDC', 'RACE1')));
  expect(results.filter((result) => 'data' in result)).toHaveLength(1);
});

test('the same parcel again changes nothing', async () => {
  const { number } = await order();
  await set(number, 'DTDC', 'SAME1');
  await set(number, 'DTDC', 'SAME1');
  expect(await parcelsOf(number)).toHaveLength(1);
});

test.for(['', '149 081', '<script>', 'AWB/1', '१४९', 'A'.repeat(41)])('"%s" is no AWB', async (awb) => {
  const { number } = await order();
  expect(await set(number, 'DTDC', awb)).toMatchObject({
    httpStatus: 422,
    errors: { awb: ['An AWB has letters, digits and dashes only.'] },
  });
});

test.for(['DELHIVERY', '---', 'AB-C'])('"%s" is no AWB, because it has no digit', async (awb) => {
  const { number } = await order();
  const said = expect.stringContaining('An AWB has at least one digit.');
  expect(await set(number, 'DTDC', awb)).toMatchObject({ httpStatus: 422, errors: { awb: [said] } });
  const change = { kind: 'dispatch' as const, shipment: { courier: 'DTDC', tracking_number: awb } };
  const staged = await shop.fail(adminStageCall, { token, body: { orders: [number], change } });
  expect(JSON.stringify(staged)).toContain('An AWB has at least one digit.');
  const body = { text: `${number} ${awb}`, courier: 'DTDC' };
  const { data } = await shop.succeed(adminShipListCall, { token, body });
  expect(data.lines).toMatchObject([{ result: 'refused', message: said }]);
});

test('a packer changes parcels of orders to pack or ship, and sees no others', async () => {
  const { number } = await order();
  const body = { order_number: number, courier: 'DTDC', awb: 'PACK1' };
  await shop.succeed(adminSetParcelCall, { token: packer, body });
  const placed = await confirmedOrder(shop, { productId: lamp.id, total: '500.00', status: 'order has been placed' });
  for (const order_number of [placed.number, 'HT-NONE'])
    expect(await shop.fail(adminParcelsCall, { token: packer, params: { order_number } })).toMatchObject({ httpStatus: 404 });
});
