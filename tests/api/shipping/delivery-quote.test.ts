import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { quoteCod } from '#api/services/checkout/change-to-cod.ts';
import { setDispatchTimes } from '#api/services/shipping/dispatch-times.ts';
import { replaceZones, type ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { payOnDeliveryCall } from '#lib/contract/payments.ts';
import { type ShippingCharges, storeInfoCall } from '#lib/contract/store.ts';
import { from } from '#tests/support/store/client-headers.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const zone = (name: string, areas: string[], more: Partial<ZoneWithAreas> = {}): ZoneWithAreas => ({
  name,
  areas,
  days: null,
  slabBy: 'value',
  slabs: [{ from: 0, charge: 4900 }],
  freeFrom: null,
  cod: { fee: 0, max: null },
  ...more,
});
const bengaluru = zone('Bengaluru', ['560'], {
  days: { from: 1, to: 2 },
  slabBy: 'weight',
  slabs: [
    { from: 0, charge: 4000 },
    { from: 1001, charge: 9000 },
  ],
  freeFrom: 300_000,
  cod: { fee: 2500, max: 150_000 },
});
const islands = zone('Islands', ['744'], { slabs: [{ from: 0, charge: 15_000 }], cod: null });

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;
let next = 9_480_000_000;
beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
});
beforeEach(async () => {
  shopper = customerOf(shop, await signUp(shop, String(next++)));
  await replace(bengaluru, islands);
});
afterAll(() => shop.close());

const replace = (...zones: ZoneWithAreas[]) => shop.change((tx) => replaceZones(tx, zones));
const weigh = (grams: number | null) =>
  shop.change((tx) => tx.updateTable('variant').set({ grams }).where('product_id', '=', lamp.id).execute());
const itemsOf = (quantity: number) => [{ product_id: lamp.id, quantity }];
const quote = async (pincode: string, quantity = 1) =>
  (await shop.succeed(deliveryQuoteCall, { body: { pincode, items: itemsOf(quantity) } })).data;
const inIslands = { ...address, pincode: '744101', state: 'Andaman and Nicobar Islands' };

describe('the quote for a pincode', () => {
  test('says charge, days, date and cash on delivery of its zone for these items', async () => {
    await weigh(500);
    vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00+05:30'), toFake: ['Date'] });
    await shop.change((tx) => setDispatchTimes(tx, { cutOffHour: 14, closedDates: ['2026-12-01'] }));
    expect(await quote('560001')).toEqual({
      served: true,
      shipping: { charge: '40.00', free_from: '3000.00', cod_fee: '25.00' },
      days: { from: 1, to: 2 },
      by: '2026-12-03',
      cod: true,
      weight_known: true,
    });
    vi.useRealTimers();
    expect(await quote('560001', 3)).toMatchObject({ shipping: { charge: '90.00' } });
    expect(await quote('560001', 4)).toMatchObject({ cod: false });
    await weigh(null);
    expect(await quote('560001', 3)).toMatchObject({ shipping: { charge: '40.00' }, weight_known: false });
    expect(await quote('744101')).toEqual({ served: true, shipping: { charge: '150.00' }, cod: false, weight_known: false });
    expect(await quote('110001')).toEqual({ served: false });
  });

  test('is that of the settings in a shop without zones, which says no days', async () => {
    await replace();
    await charge({ charge: '49.00', free_from: '999.00', cod_fee: '30.00' });
    expect(await quote('110001')).toMatchObject({
      served: true,
      shipping: { charge: '49.00', free_from: '999.00', cod_fee: '30.00' },
      cod: true,
    });
    await charge(undefined);
  });

  test('leaves out what is not on sale, and takes an empty cart', async () => {
    const items = [{ product_id: 999_999, quantity: 1 }];
    for (const body of [
      { pincode: '560001', items: [] },
      { pincode: '560001', items },
    ])
      expect((await shop.succeed(deliveryQuoteCall, { body })).data).toMatchObject({
        served: true,
        shipping: { charge: '40.00' },
      });
  });

  test('refuses hostile values, and too many calls of one address', async () => {
    const tooMany = Array.from({ length: 101 }, () => ({ product_id: lamp.id, quantity: 1 }));
    for (const body of [
      { pincode: '56000', items: [] },
      { pincode: "560001' OR 1=1", items: [] },
      { pincode: '560001', items: tooMany },
      { pincode: '560001', items: [{ product_id: lamp.id, quantity: -1 }] },
      { pincode: '560001' },
    ])
      expect(await shop.fail(deliveryQuoteCall, { body: body as never })).toMatchObject({ httpStatus: 422 });
    const ask = (ip: string) => shop.call(deliveryQuoteCall, { body: { pincode: '560001', items: [] }, headers: from(ip) });
    for (let i = 0; i < 600; i++) await ask('192.0.2.1');
    expect(await ask('192.0.2.1')).toMatchObject({ httpStatus: 429 });
    expect(await ask('192.0.2.2')).toMatchObject({ success: true });
  });
});

const charge = (shipping: ShippingCharges | undefined) =>
  shop.change((tx) => saveSettings(tx, { ...defaultSettings, ...(shipping && { shipping }) }));

describe('the checkout in a shop with zones', () => {
  test('charges by the zone of the address, and the order says when it arrives', async () => {
    await weigh(600);
    await charge({ charge: '5.00' });
    await shopper.put(lamp.id, 2);
    expect(await shopper.checkOut('1005.00')).toMatchObject({ httpStatus: 409, message: expect.stringContaining('Prices') });
    const { by } = await quote('560001', 2);
    await shopper.buy('1115.00');
    expect(await shopper.orders()).toMatchObject([{ shipping_amount: '90.00', cod_fee: '25.00', deliver_by: by }]);
    await charge(undefined);
  });

  test('refuses a pincode that no zone has, says what to do, and leaves the cart as it is', async () => {
    await shopper.put(lamp.id, 1);
    const elsewhere = { ...address, pincode: '110001', state: 'Delhi' };
    for (const payment_method of ['cod', 'prepaid'] as const)
      expect(await shopper.checkOut('500.00', { address: elsewhere, payment_method })).toMatchObject({
        httpStatus: 422,
        message: 'We do not deliver to 110001. Please use another address, or contact us.',
      });
    expect(await shopper.orders()).toEqual([]);
    expect(await shopper.cart()).toHaveLength(1);
  });

  test('refuses cash on delivery where the zone has none, and above its highest amount', async () => {
    await weigh(null);
    await shopper.put(lamp.id, 1);
    expect(await shopper.checkOut('650.00', { address: inIslands })).toMatchObject({
      httpStatus: 409,
      code: 'cod_limit',
      message: 'Cash on delivery is not available for this pincode. Please pay online, or contact us.',
    });
    await shopper.buy('650.00', { address: inIslands, payment_method: 'prepaid' });
    await shopper.put(lamp.id, 4);
    expect(await shopper.checkOut('2065.00')).toMatchObject({
      httpStatus: 409,
      message: expect.stringContaining('limited to ₹1500.00'),
    });
    expect(await shopper.orders()).toMatchObject([{ payment_method: 'prepaid' }]);
  });

  test('changes unpaid orders to cash on delivery at the fee of their zone, and not where it takes none', async () => {
    const pay = async (more: object) => {
      await shopper.put(lamp.id, 1);
      return shopper.buy('540.00', { payment_method: 'prepaid', ...more });
    };
    const first = await pay({});
    expect(await quoteCod(shop.store.db, first.order_id)).toMatchObject({ payable: 54_000, codFee: 2500 });
    await replace({ ...bengaluru, cod: null });
    const change = (id = '') => shop.call(payOnDeliveryCall, { token: shopper.token, params: { id } });
    expect(await change(first.payment?.id)).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    expect(await shopper.orders()).toMatchObject([{ status: 'payment is pending', payment_method: 'prepaid' }]);
    await replace(islands);
    expect(await change(first.payment?.id)).toMatchObject({ httpStatus: 409, message: expect.stringContaining('not available') });
    await replace(bengaluru);
    expect(await change(first.payment?.id)).toMatchObject({ success: true, data: { payment_method: 'cod' } });
    expect(await shopper.orders()).toMatchObject([{ cod_fee: '25.00', final_amount: '565.00' }]);
  });
});

describe('store info of a shop with zones', () => {
  const shipping = async () => (await shop.succeed(storeInfoCall)).storeinfo.shipping;

  test('tells the most that they charge, and that the pincode decides', async () => {
    expect(await shipping()).toEqual({ charge: '150.00', cod_fee: '25.00', by_pincode: true });
    await replace(bengaluru, zone('Free', ['*'], { slabs: [{ from: 0, charge: 0 }] }));
    expect(await shipping()).toEqual({ charge: '90.00', free_from: '3000.00', cod_fee: '25.00', by_pincode: true });
    await replace();
    expect(await shipping()).toBeUndefined();
  });
});
