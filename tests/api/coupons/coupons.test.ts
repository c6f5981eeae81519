import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCoupon, endCoupon, listCoupons, type NewCoupon } from '#api/services/coupons/edit-coupons.ts';
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf, usesOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let shirt: AddedProduct;
let watch: AddedProduct;
let next = 9_400_000_000;

const HOUR = 3_600_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

const coupon = (code: string, more: Partial<NewCoupon> = {}) => shop.change((tx) => addCoupon(tx, percentCoupon(code, more)));
const apply = (coupon_code: string) => shop.call(applyCouponCall, { token: shopper.token, body: { coupon_code } });
const newShopper = async () => customerOf(shop, await signUp(shop, String(next++)));

beforeAll(async () => {
  shop = await openShop();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 33_333, stock: 500, seller: 'Loom' });
  watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 66_668, stock: 500, seller: 'Mill' });
});
beforeEach(async () => {
  shopper = await newShopper();
});
afterAll(() => shop.close());

describe('applying a coupon', () => {
  test('returns the discount on the server’s cart, reads the code as pasted, and does not use the coupon up', async () => {
    await coupon('TEN');
    await shopper.put(shirt.id, 2);
    const pasted = [
      '\u200bTEN',
      'T\u200cEN\u200e',
      '\u2068TEN\u2069',
      'T\u2060EN',
      'ＴＥＮ',
      '\ufeffTEN\u00ad',
      '\u00a0TEN\u3000',
    ];
    for (const code of ['TEN', ' ten ', 'Ten', ...pasted]) {
      expect(await apply(code)).toMatchObject({
        success: true,
        data: { coupon: { coupon_code: 'TEN', type: 'percent', value: '10', discount_amount: '66.66' } },
      });
    }
    expect(await usesOf(shop, 'TEN')).toBe(0);
  });

  test('leaves out what has sold out', async () => {
    const lamp = await shop.add({ name: 'Cane Lamp', category: 'Lamps', price: 50_000, stock: 1, seller: 'Mill' });
    await coupon('TENTH');
    await shopper.put(shirt.id, 2);
    await shopper.put(lamp.id, 1);
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 0 }).where('product_id', '=', lamp.id).execute());
    expect(await apply('TENTH')).toMatchObject({ data: { coupon: { discount_amount: '66.66' } } });
  });

  test('of a fixed amount never exceeds the cart’s total', async () => {
    await coupon('FLAT500', { kind: 'amount', value: 50_000 });
    await shopper.put(shirt.id, 1);
    expect(await apply('flat500')).toMatchObject({
      data: { coupon: { type: 'amount', value: '500.00', discount_amount: '333.33' } },
    });
  });

  test.each([
    ['an unknown code', 'NOPE', {}, 'Invalid Code'],
    ['one that has not begun', 'SOON', { starts_at: fromNow(HOUR) }, 'Invalid Code'],
    ['one that has ended', 'PAST', { ends_at: fromNow(-HOUR) }, 'This coupon has expired'],
    ['a cart that is too small', 'BIG', { minimum: 100_000 }, 'This coupon needs a cart of at least ₹1,000.00'],
  ])('of %s is refused at its field', async (_, code, more, message) => {
    if (code !== 'NOPE') await coupon(code, more);
    await shopper.put(shirt.id, 1);
    expect(await apply(code)).toMatchObject({ httpStatus: 422, message, errors: { coupon_code: [message] } });
    expect(await shopper.checkOut('333.33', { coupon_code: code })).toMatchObject({
      httpStatus: 422,
      errors: { coupon_code: [message] },
    });
    expect(await shopper.orders()).toEqual([]);
  });

  test('again and again, as the site does when the cart changes, is not limited; guesses are', async () => {
    await coupon('OFTEN');
    await shopper.put(shirt.id, 1);
    for (let i = 0; i < 35; i++) expect(await apply('OFTEN')).toMatchObject({ success: true });
    const guesses = await Promise.all(Array.from({ length: 31 }, (_, i) => apply(`GUESS${i}`)));
    expect(guesses.filter(({ success }) => success)).toEqual([]);
    expect(await apply('OFTEN')).toMatchObject({ httpStatus: 429 });
    expect(await shopper.checkOut('300.00', { coupon_code: 'OFTEN' })).toMatchObject({ httpStatus: 429 });
  });

  test('to an empty cart, without a code, or without a name is refused', async () => {
    await coupon('EMPTY');
    expect(await apply('EMPTY')).toMatchObject({ httpStatus: 422, errors: { coupon_code: ['Your cart is empty'] } });
    expect(await apply(' ')).toMatchObject({ httpStatus: 422, errors: { coupon_code: ['Enter a coupon code'] } });
    shopper = customerOf(shop, await signIn(shop, String(next++)));
    expect(await apply('EMPTY')).toMatchObject({ httpStatus: 403 });
    shopper = customerOf(shop, 'nobody');
    expect(await apply('EMPTY')).toMatchObject({ httpStatus: 401 });
  });
});

describe('a guest’s coupon', () => {
  const check = (coupon_code: string, items: object[], from = '203.0.113.60') =>
    shop.call(applyCouponCall, { body: { coupon_code, items } as never, headers: { 'x-client-address': from } });
  const lines = (quantity = 2) => [{ product_id: shirt.id, quantity }];

  test('is checked on the cart in the body, with the store’s prices, without a session and without a use', async () => {
    await coupon('GUEST10');
    const priced = [{ ...lines()[0], final_price: '1.00' }];
    expect(await check(' guest10 ', priced)).toMatchObject({
      success: true,
      data: { coupon: { coupon_code: 'GUEST10', type: 'percent', value: '10', discount_amount: '66.66' } },
    });
    expect(await usesOf(shop, 'GUEST10')).toBe(0);
  });

  test.each([
    ['an unknown code', 'GNOPE', undefined, 'Invalid Code'],
    ['one that has not begun', 'GSOON', { starts_at: fromNow(HOUR) }, 'Invalid Code'],
    ['one that has ended', 'GPAST', { ends_at: fromNow(-HOUR) }, 'This coupon has expired'],
    ['a cart that is too small', 'GBIG', { minimum: 100_000 }, 'This coupon needs a cart of at least ₹1,000.00'],
  ])('of %s is refused at its field', async (_, code, more, message) => {
    if (more) await coupon(code, more);
    expect(await check(code, lines())).toMatchObject({ httpStatus: 422, message, errors: { coupon_code: [message] } });
  });

  test('leaves the limits of a customer until the code', async () => {
    await coupon('GONCE', { max_uses_each: 1 });
    await shopper.put(shirt.id, 1);
    await shopper.buy('300.00', { coupon_code: 'GONCE' });
    expect(await apply('GONCE')).toMatchObject({ httpStatus: 422 });
    expect(await check('GONCE', lines())).toMatchObject({ success: true });
  });

  test('counts what can be ordered: at most the stock and 5 of a line, and nothing of what is sold out, gone or unknown', async () => {
    await coupon('GSTOCK');
    const lamp = await shop.add({ name: 'Rare Lamp', category: 'Lamps', price: 10_000, stock: 2, seller: 'Mill' });
    const saving = async (...items: object[]) => {
      const reply = await check('GSTOCK', items);
      return reply.success ? reply.data.coupon.discount_amount : reply.message;
    };
    expect(await saving({ product_id: lamp.id, quantity: 4 })).toBe('20.00');
    expect(await saving({ product_id: shirt.id, quantity: 900 })).toBe('166.66');
    expect(await saving({ product_id: lamp.id, quantity: 1 }, { product_id: 999_999, quantity: 1 })).toBe('10.00');
    expect(await saving({ product_id: lamp.id, quantity: 1, id: 999_999 })).toBe('0.00');
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 0 }).where('product_id', '=', lamp.id).execute());
    expect(await saving({ product_id: lamp.id, quantity: 1 })).toBe('0.00');
    expect(await saving()).toBe('Your cart is empty');
  });

  test.each([
    ['not a list', 'shirt'],
    ['a line without a product', [{ quantity: 1 }]],
    ['no quantity', [{ product_id: 1 }]],
    ['a negative one', [{ product_id: 1, quantity: -1 }]],
    ['too many lines', Array.from({ length: 101 }, () => ({ product_id: 1, quantity: 1 }))],
  ])('with %s is refused', async (_, items) => {
    expect(await check('TEN', items as never)).toMatchObject({ httpStatus: 422 });
  });

  test('can be guessed only so often from one address', async () => {
    await coupon('GREAL');
    const from = '203.0.113.61';
    const guesses = [];
    for (let i = 0; i < 101; i++) guesses.push((await check(`GG${i}`, lines(), from)).success);
    expect(guesses).not.toContain(true);
    expect(await check('GREAL', lines(), from)).toMatchObject({ httpStatus: 429 });
    expect(await check('GREAL', lines())).toMatchObject({ success: true });
  });
});

describe('checking out with a coupon', () => {
  test('splits the discount over the sellers’ orders to the paisa', async () => {
    await coupon('SPREAD', { kind: 'amount', value: 10_000 });
    await shopper.put(shirt.id, 1);
    await shopper.put(watch.id, 1);
    await shopper.buy('900.01', { coupon_code: 'spread' });
    const orders = await shopper.orders();
    expect(orders.map(({ price, discount_amount, final_amount }) => [price, discount_amount, final_amount])).toEqual([
      ['666.68', '66.67', '600.01'],
      ['333.33', '33.33', '300.00'],
    ]);
    expect(await usesOf(shop, 'SPREAD')).toBe(1);
  });

  test('compares the total after the discount with the one that the shopper saw', async () => {
    await coupon('SEEN');
    await shopper.put(watch.id, 1);
    expect(await shopper.checkOut('666.68', { coupon_code: 'SEEN' })).toMatchObject({
      httpStatus: 409,
      message: 'Prices have changed. Please review your cart.',
    });
    expect(await usesOf(shop, 'SEEN')).toBe(0);
    await shopper.buy('600.02', { coupon_code: 'SEEN' });
  });

  test('repeated with its key uses the coupon once', async () => {
    await coupon('AGAIN', { max_uses: 1 });
    await shopper.put(watch.id, 1);
    const key = crypto.randomUUID();
    const first = await shopper.buy('600.02', { coupon_code: 'AGAIN', key });
    expect(await shopper.buy('600.02', { coupon_code: 'AGAIN', key })).toEqual(first);
    expect(await usesOf(shop, 'AGAIN')).toBe(1);
  });

  test('is refused beyond the total limit and the limit per customer', async () => {
    await coupon('FEW', { max_uses: 2, max_uses_each: 1 });
    await shopper.put(watch.id, 1);
    await shopper.buy('600.02', { coupon_code: 'FEW' });
    await shopper.put(watch.id, 1);
    expect(await apply('FEW')).toMatchObject({ errors: { coupon_code: ['You have already used this coupon'] } });
    const second = await newShopper();
    await second.put(watch.id, 1);
    await second.buy('600.02', { coupon_code: 'FEW' });
    shopper = await newShopper();
    await shopper.put(watch.id, 1);
    expect(await apply('FEW')).toMatchObject({ errors: { coupon_code: ['This coupon has been used up'] } });
    expect(await shopper.checkOut('600.02', { coupon_code: 'FEW' })).toMatchObject({ httpStatus: 422 });
    expect(await usesOf(shop, 'FEW')).toBe(2);
  });

  test('that leaves less than a rupee, which no provider takes, is for cash on delivery', async () => {
    await coupon('ALMOST', { kind: 'amount', value: 33_333 - 99 });
    await shopper.put(shirt.id, 1);
    const almost = { coupon_code: 'ALMOST' } as const;
    expect(await shopper.checkOut('0.99', { ...almost, payment_method: 'prepaid' })).toMatchObject({
      httpStatus: 422,
      errors: { payment_method: ['Less than ₹1.00 cannot be paid online. Please choose cash on delivery.'] },
    });
    expect(await shopper.checkOut('0.99', almost)).toMatchObject({ success: true });
  });

  test('that covers the whole total leaves nothing to pay, also prepaid', async () => {
    await coupon('GIFT', { value: 100 });
    await shopper.put(watch.id, 1);
    const { payment } = await shopper.buy('0.00', { coupon_code: 'GIFT', payment_method: 'prepaid' });
    expect(payment).toBeUndefined();
    expect((await shopper.orders())[0]).toMatchObject({
      status: 'order has been placed',
      payment_status: 'paid',
      final_amount: '0.00',
    });
    expect(await shopper.cart()).toEqual([]);
  });
});

test('a coupon code is unique, and an ended coupon is refused', async () => {
  expect(await coupon('once')).toMatchObject({ code: 'ONCE' });
  expect(await coupon('Once')).toBeUndefined();
  const ended = await shop.change((tx) => endCoupon(tx, ' once '));
  expect(ended?.ends_at).toBeTruthy();
  expect(await shop.change((tx) => endCoupon(tx, 'ONCE'))).toEqual(ended);
  expect(await shop.change((tx) => endCoupon(tx, 'NONE'))).toBeUndefined();
  await shopper.put(watch.id, 1);
  expect(await apply('ONCE')).toMatchObject({ errors: { coupon_code: ['This coupon has expired'] } });
  expect((await listCoupons(shop.store.db))[0]?.code).toBe('ONCE');
});
