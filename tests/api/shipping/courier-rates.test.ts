import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readShipping } from '#api/environment/modules.ts';
import { checkExtensionFailures } from '#api/services/health/background-work.ts';
import type { ShippingRule } from '#api/services/shipping/shipping-rule.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import {
  type CourierAggregator,
  courierValues,
  shipByCourierRates,
  startCourierAggregator,
} from '#tests/support/providers/courier-aggregator.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let api: CourierAggregator;
let shop: TestShop;
let lamp: AddedProduct;
let rule: ShippingRule;
let pincode: string;
let lastPincode = 110_001;
beforeAll(async () => {
  api = await startCourierAggregator();
  shop = await openShop({ shipping: shipByCourierRates(api.url) });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 129_950, stock: 100 });
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: '55.00' } }));
});
beforeEach(async () => {
  pincode = String(lastPincode++);
  api.couriers = {
    prepaid: [
      { courier_name: 'Air', rate: 161.45, estimated_delivery_days: '2' },
      { courier_name: 'Surface', rate: '87.50', estimated_delivery_days: '4' },
      { courier_name: 'Not for this shop', rate: 10, estimated_delivery_days: '1', blocked: 1 },
    ],
    cod: [{ courier_name: 'Surface', rate: 120.25, estimated_delivery_days: '5' }],
  };
  rule = await connect();
});
afterEach(() => {
  expect(api.refused).toEqual([]);
  vi.useRealTimers();
  api.mood = 'well';
  api.requests.length = 0;
  api.tokens.clear();
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const connect = (more: Record<string, string> = {}) => {
  const chosen = shipByCourierRates(api.url, more);
  return chosen.rule.connect(chosen.values, shop.store.log);
};
const line = { variant: 1, sku: null, quantity: 3, price: 129_950, grams: 400 };
const ask = (lines = [line], signal = AbortSignal.timeout(3000)) => rule.quote({ pincode, state: 'Delhi', lines }, signal);
const quote = async () =>
  (await shop.succeed(deliveryQuoteCall, { body: { pincode, items: [{ product_id: lamp.id, quantity: 1 }] } })).data;

test('the cheapest courier decides, without and with cash on delivery, for pickup, pincode, weight and value', async () => {
  expect(await ask()).toEqual({ charge: 8750, freeFrom: undefined, days: { from: 4, to: 5 }, cod: { fee: 3275 } });
  const parcel = { pickup_postcode: '560001', delivery_postcode: pincode, weight: '1.2', declared_value: '3898.5' };
  expect(api.requests.map((query) => Object.fromEntries(query)).toSorted((a, b) => Number(a['cod']) - Number(b['cod']))).toEqual([
    { ...parcel, cod: '0' },
    { ...parcel, cod: '1' },
  ]);
});

test('a light parcel, one of unknown weight and an empty one weigh 500 g', async () => {
  for (const lines of [[{ ...line, grams: 100 }], [{ ...line, grams: null as unknown as number }], []]) await ask(lines);
  expect(api.requests.map((query) => query.get('weight'))).toEqual(Array(6).fill('0.5'));
});

test('shoppers pay at most what the owner has set, and the owner the rest', async () => {
  api.couriers.prepaid = [{ courier_name: 'Islands', rate: 412, estimated_delivery_days: '' }];
  api.couriers.cod = [{ courier_name: 'Islands', rate: 512, estimated_delivery_days: null }];
  expect(await ask()).toEqual({ charge: 19_900, freeFrom: undefined, cod: { fee: 4050 } });
  rule = await connect({ COURIER_RATES_HIGHEST_COD_FEE: '', COURIER_RATES_FREE_FROM: '999' });
  expect(await ask()).toMatchObject({ freeFrom: 99_900, cod: { fee: 0 } });
});

test('there is no cash on delivery where no courier takes it, and none at all where none serves', async () => {
  api.couriers.cod = [];
  expect(await ask()).toMatchObject({ charge: 8750, days: { from: 4, to: 4 }, cod: null });
  api.couriers.prepaid = [];
  expect(await ask()).toBeNull();
  api.mood = 'unserved';
  expect(await ask()).toBeNull();
});

test('one login serves many requests, and a token that has ended is renewed once', async () => {
  const before = api.logins;
  await Promise.all([ask(), ask(), ask()]);
  expect(api.logins - before).toBe(1);
  api.tokens.clear();
  expect(await ask()).toMatchObject({ charge: 8750 });
  expect(api.logins - before).toBe(2);
  vi.useFakeTimers({ now: Date.now() + 9 * 24 * 3_600_000 + 1, toFake: ['Date'] });
  await ask();
  expect(api.logins - before).toBe(3);
});

test('a refused login is not repeated for ten minutes, and its password is in no error', async () => {
  api.mood = 'refuses logins';
  const before = api.logins;
  for (let i = 0; i < 3; i++) await expect(ask()).rejects.toThrow(/login/);
  await expect(ask()).rejects.not.toThrow(/courier-secret/);
  expect(api.logins - before).toBe(1);
  api.mood = 'well';
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  expect(await ask()).toMatchObject({ charge: 8750 });
});

test('after too many requests nothing is asked for as long as the reply says', async () => {
  api.mood = 'busy';
  await expect(ask()).rejects.toThrow('429');
  api.mood = 'well';
  await expect(ask()).rejects.toThrow('too many requests');
  expect(api.requests).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 30_000, toFake: ['Date'] });
  expect(await ask()).toMatchObject({ charge: 8750 });
});

test.each(['html', 'broken', 'silent'] as const)('an answer that is %s fails in time, and the next one counts', async (mood) => {
  api.mood = mood;
  await expect(ask([line], AbortSignal.timeout(200))).rejects.toThrow();
  api.mood = 'well';
  expect(await ask()).toMatchObject({ charge: 8750 });
});

test('a shop quotes and charges the rate, and goes on with its own charge while there is none', async () => {
  expect(await quote()).toMatchObject({ shipping: { charge: '87.50', cod_fee: '32.75' }, days: { from: 4, to: 5 }, cod: true });
  const shopper = customerOf(shop, await signUp(shop, '9455000001'));
  await shopper.put(lamp.id, 1);
  await shopper.buy('1419.75', { address: { ...address, pincode, state: 'Delhi' } });
  expect(await shopper.orders()).toMatchObject([{ shipping_amount: '87.50', cod_fee: '32.75' }]);
  expect((await shop.succeed(storeInfoCall)).storeinfo.shipping).toEqual({
    charge: '199.00',
    cod_fee: '40.50',
    by_pincode: true,
  });
  api.mood = 'html';
  pincode = String(lastPincode++);
  expect(await quote()).toMatchObject({ served: true, shipping: { charge: '55.00' } });
  await vi.waitFor(async () => {
    const found = await checkExtensionFailures(shop.store.db);
    expect(found).toContainEqual(
      expect.objectContaining({ check: 'shipping', finding: expect.stringContaining('The shipping rule courier-rates failed') }),
    );
  });
});

test('its settings are checked', () => {
  const shipping = shipByCourierRates(api.url).rule;
  const read = (env: NodeJS.ProcessEnv) => {
    const problems: string[] = [];
    return { chosen: readShipping(env, problems, { shipping }), problems };
  };
  expect(read({})).toEqual({ chosen: undefined, problems: [] });
  expect(read({ COURIER_RATES_EMAIL: 'a@b.example' }).problems).toEqual([
    'COURIER_RATES_PASSWORD must be set when COURIER_RATES_EMAIL is',
    'COURIER_RATES_PICKUP must be set when COURIER_RATES_EMAIL is',
    'COURIER_RATES_HIGHEST must be set when COURIER_RATES_EMAIL is',
  ]);
  const values = courierValues(api.url);
  expect(
    read({ ...values, COURIER_RATES_PICKUP: '56000', COURIER_RATES_HIGHEST: '₹99', COURIER_RATES_URL: 'x' }).problems,
  ).toEqual([
    'COURIER_RATES_PICKUP must be a pincode of 6 digits, but is "56000"',
    'COURIER_RATES_HIGHEST must be rupees such as 99 or 99.50, but is "₹99"',
    'COURIER_RATES_URL must be a URL that begins with http:// or https://',
  ]);
  expect(read({ ...values, COURIER_RATES_FREE_FROM: '999.50' })).toMatchObject({
    chosen: { highest: { charge: 19_900, freeFrom: 99_950, codFee: 4050 } },
    problems: [],
  });
});
