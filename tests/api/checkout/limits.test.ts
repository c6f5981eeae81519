import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purgeCheckoutKeys } from '#api/services/checkout/limit-keys.ts';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { limitNames } from '#api/services/limits/store-limit-defaults.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { cancelOrderCall, getOrdersCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { checkoutWish, makeCustomers, rush } from '#tests/support/store/concurrent-calls.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const HOUR_MS = 60 * 60_000;

let shop: TestShop;
let lamp: AddedProduct;

beforeEach(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

type Limits = Parameters<typeof setLimits>[1];
const limit = (limits: Limits) => shop.change((tx) => setLimits(tx, limits));
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** Sets the default limits. */
const defaults = () => limit(Object.fromEntries(limitNames.map((name) => [name, undefined])));

/** Makes all customers' phone numbers unproven, as those of a sign-up by mail are. */
const unprove = () => shop.change((tx) => tx.updateTable('customer').set({ phone_verified_at: null }).execute());

type Where = Partial<typeof address>;

/** Adds customers with different numbers, addresses and pincodes unless `where` overrides them. */
async function buyers(count: number, where: (i: number) => Where = () => ({})) {
  const tokens = await makeCustomers(shop, count, () => []);
  return tokens.map((token, i) => {
    const till = customerOf(shop, token);
    const own = { phone_number: String(9_100_000_000 + i), address: `${i + 1} MG Road`, pincode: String(560_001 + i) };
    return {
      ...till,
      order: async (quantity = 1, more: Where = {}) => {
        await till.put(lamp.id, quantity);
        return till.checkOut(`${500 * quantity}.00`, { address: { ...address, ...own, ...where(i), ...more } });
      },
    };
  });
}

const tooOften =
  'There have been too many cash on delivery orders for these details. Please pay online, try again later, or contact us.';

/** Counts the successful outcomes. */
const placed = (outcomes: readonly { success: boolean }[]) => outcomes.filter(({ success }) => success).length;

describe('with the default limits', () => {
  beforeEach(defaults);

  test('a script of one customer places 6 orders an hour and 12 a day, not 104', async () => {
    const [thief] = await buyers(1);
    const outcomes = [];
    for (let i = 0; i < 30; i++) outcomes.push(await thief?.order(1));
    expect(placed(outcomes.filter((one) => one !== undefined))).toBe(6);
    expect(outcomes.at(-1)).toMatchObject({ httpStatus: 409, code: 'cod_limit', message: tooOften });
    pass(HOUR_MS + 1000);
    for (let i = 0; i < 30; i++) outcomes.push(await thief?.order(1));
    expect(placed(outcomes.filter((one) => one !== undefined))).toBe(12);
    pass(2 * HOUR_MS);
    expect(await thief?.order(1)).toMatchObject({ httpStatus: 409 });
  });

  test('a family that orders five times a day from five sellers is not limited', async () => {
    const others = [];
    for (const seller of ['A', 'B', 'C', 'D']) {
      others.push(await shop.add({ name: `Cup ${seller}`, category: 'Home', price: 10_000, stock: 100, seller }));
    }
    const [family] = await buyers(1);
    for (let i = 0; i < 5; i++) {
      for (const cup of others) await family?.put(cup.id, 1);
      await family?.put(lamp.id, 5);
      await family?.buy('2900.00');
      pass(2 * HOUR_MS);
    }
    expect(await family?.orders()).toHaveLength(25);
  });

  test('ten neighbours of one pincode can order at the same time', async () => {
    const all = await buyers(10, () => ({ pincode: '560001' }));
    expect(placed(await Promise.all(all.map((one) => one.order(2))))).toBe(10);
  });
});

describe('the limit of open orders', () => {
  const open =
    'There are too many cash on delivery orders still on their way. Please pay online, wait until one has arrived, or contact us.';

  test('counts orders that are not yet delivered or cancelled', async () => {
    await limit({ cod_open_per_customer: 2 });
    const [one] = await buyers(1);
    await one?.order();
    await one?.order();
    expect(await one?.order()).toMatchObject({ httpStatus: 409, code: 'cod_limit', message: open });
    const token = one?.token ?? '';
    const [order] = (await shop.succeed(getOrdersCall, { token })).data;
    const cancel = { order_id: order?.order_id ?? 0, reject_reason_select: 'Changed My Mind' } as const;
    await shop.succeed(cancelOrderCall, { token, body: cancel });
    expect(await one?.order()).toMatchObject({ success: true });
    expect(await one?.order()).toMatchObject({ httpStatus: 409 });
    await shop.change((tx) => tx.updateTable('orders').set({ status: 'order is delivered' }).execute());
    expect(await one?.order()).toMatchObject({ success: true });
  });

  test('counts a phone number across unproven customers, whatever the name of the recipient', async () => {
    await limit({ cod_open_per_phone: 3 });
    const all = await buyers(5, () => ({ phone_number: '9123456780' }));
    await unprove();
    const outcomes = [];
    for (const one of all) outcomes.push(await one.order());
    expect(placed(outcomes)).toBe(3);
  });

  test('ignores orders that were not marked as delivered for a month', async () => {
    await limit({ cod_open_per_customer: 1 });
    const [one] = await buyers(1);
    await one?.order();
    expect(await one?.order()).toMatchObject({ httpStatus: 409 });
    await shop.change((tx) =>
      tx
        .updateTable('checkout_key')
        .set({ placed_at: new Date(Date.now() - 31 * 24 * HOUR_MS).toISOString() })
        .execute(),
    );
    expect(await one?.order()).toMatchObject({ success: true });
  });
});

/** Adds a coupon that covers a whole cart. */
const offerFree = () => {
  const coupon = { code: 'FREE', kind: 'percent', value: 100, minimum: 0, starts_at: null, ends_at: null } as const;
  return shop.change((tx) => addCoupon(tx, { ...coupon, max_uses: null, max_uses_each: null }));
};

describe.each(['cod', 'prepaid'] as const)('an order by %s that a coupon covers entirely', (payment_method) => {
  const free = { payment_method, coupon_code: 'FREE' } as const;

  test('is placed where cash on delivery is turned off by limits of 0', async () => {
    const off = limitNames.filter((name) => name.startsWith('cod_'));
    await limit(Object.fromEntries(off.map((name) => [name, 0])));
    await offerFree();
    const [one] = await buyers(1);
    expect(await one?.order(1)).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    expect(await one?.checkOut('0.00', free)).toMatchObject({ success: true });
    expect((await one?.orders())?.map(({ final_amount }) => final_amount)).toEqual(['0.00']);
  });

  test('is no open order of cash on delivery', async () => {
    await limit({ cod_open_per_customer: 1, cod_open_per_phone: 1, cod_units_per_checkout: 2 });
    await offerFree();
    const [one] = await buyers(1);
    await one?.put(lamp.id, 3);
    await one?.buy('0.00', free);
    expect(await one?.order(1)).toMatchObject({ success: true });
    expect(await one?.order(1)).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    expect(await one?.checkOut('0.00', free)).toMatchObject({ success: true });
  });
});

describe('the limits of new orders', () => {
  test('count an address in any spelling', async () => {
    await limit({ cod_per_hour_per_address: 3 });
    const spellings = ['12, M.G. Road', '12 m g road', 'MG-Road 12', 'M G  ROAD, 12.', 'Road M.G. 12'];
    const all = await buyers(5, (i) => ({ address: spellings[i] ?? '', pincode: '560001' }));
    const outcomes = [];
    for (const one of all) outcomes.push(await one.order());
    // "MG" and "M G" are different words, so these spellings count as two addresses.
    expect(outcomes.map(({ success }) => success)).toEqual([true, true, true, true, false]);
  });

  test('count a pincode', async () => {
    await limit({ cod_per_day_per_pincode: 4 });
    const all = await buyers(6, () => ({ pincode: '110001' }));
    const outcomes = [];
    for (const one of all) outcomes.push(await one.order());
    expect(placed(outcomes)).toBe(4);
    expect(await all[5]?.order(1, { pincode: '110002' })).toMatchObject({ success: true });
  });

  test('answer with the time until the next order is allowed', async () => {
    await limit({ cod_per_hour_per_customer: 1 });
    const [one] = await buyers(1);
    await one?.order();
    pass(20 * 60_000);
    await one?.put(lamp.id, 1);
    const response = await shop.raw('/checkout', {
      method: 'POST',
      headers: { authorization: `Bearer ${one?.token}`, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ address, payment_method: 'cod', expected_total: '500.00' }),
    });
    expect(response.status).toBe(409);
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(39 * 60);
    expect(wait).toBeLessThanOrEqual(40 * 60);
  });

  test('allow a repeated checkout with its key, and write nothing when they refuse', async () => {
    await limit({ cod_per_hour_per_customer: 1 });
    const [one] = await buyers(1);
    const key = crypto.randomUUID();
    await one?.put(lamp.id, 1);
    const first = await one?.buy('500.00', { key });
    expect(await one?.buy('500.00', { key })).toEqual(first);
    const stock = await stockOf(shop, lamp.variants['']);
    expect(await one?.order()).toMatchObject({ httpStatus: 409 });
    expect(await stockOf(shop, lamp.variants[''])).toEqual(stock);
    expect((await one?.cart())?.length).toBe(1);
  });

  test('hold exactly when 40 customers order to one address concurrently from 4 processes', async () => {
    await limit({ cod_per_hour_per_address: 7, cod_open_per_phone: 9 });
    const tokens = await makeCustomers(shop, 40, () => [{ product_id: lamp.id, quantity: 1 }]);
    const answers = await rush(
      shop,
      tokens.map((token) => checkoutWish(token, '500.00')),
      4,
    );
    expect(answers).toEqual({ ok: 7, [`409 ${tooOften}`]: 33 });
    expect((await stockOf(shop, lamp.variants[''])).variant).toBe(993);
  });

  test('do not apply to online payment', async () => {
    await limit({ cod_per_hour_per_customer: 0, cod_open_per_customer: 0 });
    const [one] = await buyers(1);
    expect(await one?.order()).toMatchObject({ success: false });
    expect(await one?.checkOut('500.00', { payment_method: 'prepaid' })).toMatchObject({ success: true });
  });

  test('apply to orders that a coupon covers, however they are paid and also concurrently', async () => {
    await limit({ cod_per_hour_per_address: 2 });
    await offerFree();
    const all = await buyers(6);
    for (const one of all) await one.put(lamp.id, 1);
    const free = { payment_method: 'prepaid', coupon_code: 'FREE' } as const;
    const outcomes = await Promise.all(all.map((one) => one.checkOut('0.00', free)));
    expect(placed(outcomes)).toBe(2);
    expect(outcomes.find(({ success }) => !success)).toMatchObject({
      httpStatus: 409,
      code: 'cod_limit',
      message: 'There have been too many cash on delivery orders for these details. Please try again later, or contact us.',
    });
  });
});

describe('the size of one order', () => {
  test('is limited in units and in rupees, and the message names the limit', async () => {
    await limit({ cod_units_per_checkout: 3 });
    const [one] = await buyers(1);
    expect(await one?.order(4)).toMatchObject({
      httpStatus: 409,
      message: 'Cash on delivery is limited to 3 items in one order. Please pay online, order less at a time, or contact us.',
    });
    await limit({ cod_units_per_checkout: null, cod_amount_per_checkout: 100_000 });
    const [other] = await buyers(1);
    expect(await other?.checkOut('2000.00')).toMatchObject({
      message: 'Cash on delivery is limited to ₹1000.00 in one order. Please pay online, order less at a time, or contact us.',
    });
  });

  test('is explained without mentioning online payment where the shop has none', async () => {
    const plain = await openShop({ demoMode: false });
    const cup = await plain.add({ name: 'Cup', category: 'Home', price: 10_000, stock: 9 });
    await plain.change((tx) => setLimits(tx, { cod_units_per_checkout: 1 }));
    const [token = ''] = await makeCustomers(plain, 1, () => [{ product_id: cup.id, quantity: 2 }]);
    expect(await customerOf(plain, token).checkOut('200.00')).toMatchObject({
      message: 'Cash on delivery is limited to 1 item in one order. Please order less at a time, or contact us.',
    });
    await plain.close();
  });
});

describe('stock held by unpaid orders', () => {
  const prepaid = { payment_method: 'prepaid' } as const;

  test('cannot be renewed for ever by one customer who never pays', async () => {
    await limit({ holds_per_day: 3 });
    const [one] = await buyers(1);
    await one?.put(lamp.id, 5);
    for (let i = 0; i < 3; i++) await one?.buy('2500.00', prepaid);
    expect(await one?.checkOut('2500.00', prepaid)).toMatchObject({
      httpStatus: 409,
      code: 'hold_limit',
      message:
        'Too many payments for these items were started today and not finished. Please pay on delivery, or try again tomorrow.',
    });
    const cup = await shop.add({ name: 'Cup', category: 'Home', price: 10_000, stock: 9 });
    await shop.change((tx) => tx.deleteFrom('cart_line').execute());
    await one?.put(cup.id, 1);
    expect(await one?.checkOut('100.00', prepaid)).toMatchObject({ success: true });
  });

  test('cannot be renewed by several unproven customers with one phone number either', async () => {
    await limit({ holds_per_day: 2 });
    const all = await buyers(3);
    await unprove();
    const outcomes = [];
    for (const one of all) {
      await one.put(lamp.id, 1);
      outcomes.push(await one.checkOut('500.00', { ...prepaid, address: { ...address, phone_number: '9123456780' } }));
    }
    expect(outcomes.map(({ success }) => success)).toEqual([true, true, false]);
  });

  test('does not count orders that were paid', async () => {
    await limit({ holds_per_day: 2 });
    const [one] = await buyers(1);
    for (let i = 0; i < 4; i++) {
      await one?.put(lamp.id, 1);
      const bought = await one?.buy('500.00', prepaid);
      const params = { id: bought?.payment?.id ?? '' };
      await shop.succeed(confirmPaymentCall, { token: one?.token ?? '', params, body: { outcome: 'paid' } });
    }
  });
});

test('stored limits hold no personal data and are deleted after a month', async () => {
  const [one] = await buyers(1);
  await one?.order();
  const rows = await shop.store.db.selectFrom('checkout_key').selectAll().execute();
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toMatch(/91000000|MG Road|560001/);
  await shop.change(purgeCheckoutKeys);
  expect(await shop.store.db.selectFrom('checkout_key').selectAll().execute()).toHaveLength(rows.length);
  pass(32 * 24 * HOUR_MS);
  await shop.change(purgeCheckoutKeys);
  expect(await shop.store.db.selectFrom('checkout_key').selectAll().execute()).toEqual([]);
});
