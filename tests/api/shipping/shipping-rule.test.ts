import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkExtensionFailures } from '#api/services/health/background-work.ts';
import type { ShippingReply, ShippingRequest, ShippingRule } from '#api/services/shipping/shipping-rule.ts';
import { replaceZones } from '#api/services/shipping/zones.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { getPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openAgain, openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const asked: ShippingRequest[] = [];

/** What the rule under test does. */
let quote: ShippingRule['quote'];
const highest = { charge: 20_000, codFee: 4000 };
const rule = {
  name: 'testcourier',
  highest: () => highest,
  connect: async () => ({
    quote: async (request: ShippingRequest, signal: AbortSignal) => {
      asked.push(request);
      return quote(request, signal);
    },
  }),
};
const shipping = { rule, values: {}, highest };
const answers = (answer: ShippingReply | null) => {
  quote = async () => answer;
};

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;
let next = 9_470_000_000;
let pincode: string;
let lastPincode = 560_001;
beforeAll(async () => {
  shop = await openShop({ shipping });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
});
beforeEach(async () => {
  // Answers are kept by pincode and lines.
  pincode = String(lastPincode++);
  shopper = customerOf(shop, await signUp(shop, String(next++)));
  asked.length = 0;
  answers({ charge: 6000, days: { from: 2, to: 4 }, cod: { fee: 3500, max: 150_000 } });
  await charge('49.00');
});
afterAll(() => shop.close());

const charge = (of: string) => shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: of } }));
const quoteIn = async (from: TestShop, quantity = 1) =>
  (await from.succeed(deliveryQuoteCall, { body: { pincode, items: [{ product_id: lamp.id, quantity }] } })).data;
const ask = (quantity?: number) => quoteIn(shop, quantity);
const at = () => ({ address: { ...address, pincode } });

test('a quote is the answer of the rule, which is told pincode, State and lines', async () => {
  await shop.change((tx) => tx.updateTable('variant').set({ grams: 750 }).where('product_id', '=', lamp.id).execute());
  expect(await ask(3)).toMatchObject({
    served: true,
    shipping: { charge: '60.00', cod_fee: '35.00' },
    days: { from: 2, to: 4 },
    by: expect.stringMatching(/^\d{4}-/),
    cod: true,
  });
  const { id } = await shop.store.db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', lamp.id)
    .executeTakeFirstOrThrow();
  const lines = [{ variant: id, sku: null, quantity: 3, price: 50_000, grams: 750 }];
  expect(asked).toEqual([{ pincode, state: 'Karnataka', lines }]);
  expect(await ask(4)).toMatchObject({ cod: false });
});

test('a checkout charges what was quoted, without asking again, also when the rule would answer differently by then', async () => {
  const { by } = await ask();
  answers({ charge: 20_000, cod: null });
  await shopper.put(lamp.id, 1);
  await shopper.buy('595.00', at());
  expect(asked).toHaveLength(1);
  expect(await shopper.orders()).toMatchObject([
    { shipping_amount: '60.00', cod_fee: '35.00', final_amount: '595.00', deliver_by: by },
  ]);
});

test('a rule with another price at the checkout refuses the total that was shown, and the shopper pays no more', async () => {
  const other = await openAgain(shop, { shipping, demoMode: true });
  expect(await quoteIn(other)).toMatchObject({ shipping: { charge: '60.00' } });
  answers({ charge: 9000, cod: { fee: 3500 } });
  await shopper.put(lamp.id, 1);
  expect(await shopper.checkOut('595.00', at())).toMatchObject({ httpStatus: 409, message: expect.stringContaining('Prices') });
  expect(await shopper.orders()).toEqual([]);
  expect(await ask()).toMatchObject({ shipping: { charge: '90.00' } });
  await shopper.buy('625.00', at());
  await other.close();
});

test('a place that the rule does not serve gets no order, although the shop itself would serve it', async () => {
  answers(null);
  expect(await ask()).toEqual({ served: false });
  await shopper.put(lamp.id, 1);
  expect(await shopper.checkOut('549.00', at())).toMatchObject({
    httpStatus: 422,
    message: `We do not deliver to ${pincode}. Please use another address, or contact us.`,
  });
});

test('a cart that changes while the rule is asked is refused, and the order can be placed again', async () => {
  await shopper.put(lamp.id, 1);
  quote = async () => {
    await shopper.put(lamp.id, 2);
    return { charge: 6000, cod: {} };
  };
  // The total of the changed cart by the answer about the other one.
  expect(await shopper.checkOut('1060.00', at())).toMatchObject({ httpStatus: 409, message: expect.stringContaining('Prices') });
  answers({ charge: 6000, cod: {} });
  await shopper.buy('1060.00', at());
});

test('a repeated checkout is answered as before, whatever the rule does', async () => {
  await shopper.put(lamp.id, 1);
  const again = { ...at(), key: crypto.randomUUID() };
  const placed = await shopper.checkOut('595.00', again);
  quote = async () => {
    throw new Error('gone');
  };
  expect(await shopper.checkOut('595.00', again)).toEqual(placed);
  expect(await shopper.orders()).toHaveLength(1);
});

test('a change to cash on delivery takes the fee of the rule, and is refused where it takes none', async () => {
  const pay = async () => {
    await shopper.put(lamp.id, 1);
    return (await shopper.buy('560.00', { ...at(), payment_method: 'prepaid' })).payment?.id ?? '';
  };
  const token = shopper.token;
  const id = await pay();
  expect((await shop.succeed(getPaymentCall, { token, params: { id } })).data.cod).toEqual({ available: true, fee: '35.00' });
  expect(await shop.call(payOnDeliveryCall, { token, params: { id }, body: { expected_fee: '30.00' } })).toMatchObject({
    httpStatus: 409,
    code: 'total_changed',
  });
  await shop.succeed(payOnDeliveryCall, { token, params: { id }, body: { expected_fee: '35.00' } });
  expect(await shopper.orders()).toMatchObject([{ payment_method: 'cod', cod_fee: '35.00', final_amount: '595.00' }]);
  pincode = String(lastPincode++);
  answers({ charge: 6000, cod: null });
  const second = await pay();
  expect(await shop.call(payOnDeliveryCall, { token, params: { id: second } })).toMatchObject({
    httpStatus: 409,
    code: 'cod_limit',
  });
});

test('store info tells the most that the rule declares and the shop itself charges', async () => {
  const shown = async () => (await shop.succeed(storeInfoCall)).storeinfo.shipping;
  expect(await shown()).toEqual({ charge: '200.00', cod_fee: '40.00', by_pincode: true });
  await charge('250.00');
  expect(await shown()).toEqual({ charge: '250.00', cod_fee: '40.00', by_pincode: true });
});

describe('a rule that fails', () => {
  const zone = { slabBy: 'value' as const, freeFrom: null, days: null, cod: { fee: 0, max: null } };
  const cases: [string, ShippingRule['quote']][] = [
    ['throws', () => Promise.reject(new Error('the courier is out of order'))],
    ['hangs for a minute', () => new Promise(() => {})],
    ['answers a negative charge', async () => ({ charge: -100, cod: {} })],
    ['answers a fraction of a paisa', async () => ({ charge: 49.5, cod: {} })],
    ['answers no number', async () => ({ charge: Number.NaN, cod: {} })],
    ['answers days that are reversed', async () => ({ charge: 100, days: { from: 3, to: 1 }, cod: {} })],
    ['answers more than it declared', async () => ({ charge: highest.charge + 1, cod: {} })],
    ['answers nothing', async () => undefined as unknown as null],
  ];

  test.each(cases)('%s: quote, order and change to cash on delivery go on with the charge of the shop', async (_, fails) => {
    quote = fails;
    const { shipping: quoted, served, days } = await ask();
    expect({ quoted, served, days }).toEqual({ quoted: { charge: '49.00' }, served: true, days: undefined });
    await shopper.put(lamp.id, 1);
    await shopper.buy('549.00', at());
    await shopper.put(lamp.id, 1);
    const { payment } = await shopper.buy('549.00', { ...at(), payment_method: 'prepaid' });
    const of = { token: shopper.token, params: { id: payment?.id ?? '' } };
    expect((await shop.succeed(getPaymentCall, of)).data.cod).toEqual({ available: true, fee: '0.00' });
    expect(await shop.call(payOnDeliveryCall, of)).toMatchObject({ success: true });
    expect((await shopper.orders()).map(({ final_amount }) => final_amount)).toEqual(['549.00', '549.00']);
    // Asked once: its failure is kept for a minute.
    expect(asked).toHaveLength(1);
  });

  test('goes on with the zones of a shop that has some', async () => {
    quote = () => Promise.reject(new Error('no'));
    await shop.change((tx) => replaceZones(tx, [{ ...zone, name: 'South', areas: ['560'], slabs: [{ from: 0, charge: 7000 }] }]));
    expect(await ask()).toMatchObject({ served: true, shipping: { charge: '70.00' } });
    pincode = '110001';
    expect(await ask()).toEqual({ served: false });
    await shop.change((tx) => replaceZones(tx, []));
  });

  test('is refused as changed when it recovers with a higher price between quote and checkout of another process', async () => {
    const other = await openAgain(shop, { shipping, demoMode: true });
    quote = () => Promise.reject(new Error('no'));
    expect(await quoteIn(other)).toMatchObject({ shipping: { charge: '49.00' } });
    answers({ charge: 12_000, cod: {} });
    await shopper.put(lamp.id, 1);
    expect(await shopper.checkOut('549.00', at())).toMatchObject({ httpStatus: 409 });
    await other.close();
  });

  test('is in the metrics and in doctor with its name', async () => {
    const count = async () =>
      Number(
        /shop_shipping_rule_failures_total\{rule="testcourier",operation="quote shipping"\} (\d+)/.exec(
          await shop.store.metrics.read(),
        )?.[1],
      );
    const before = await count();
    quote = () => Promise.reject(new Error('the courier is out of order'));
    await ask();
    expect(await count()).toBe(before + 1);
    const [finding] = await vi.waitFor(async () => {
      const found = (await checkExtensionFailures(shop.store.db)).filter(({ check }) => check === 'shipping');
      expect(found[0]?.finding).toContain('out of order');
      return found;
    });
    expect(finding).toMatchObject({
      state: 'note',
      finding: expect.stringMatching(/^The shipping rule testcourier failed to quote shipping \d+ times? since /),
    });
  });
});
