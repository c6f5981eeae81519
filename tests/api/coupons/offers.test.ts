import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { addCoupon, endCoupon, type NewCoupon } from '#api/services/coupons/edit-coupons.ts';
import { applyCouponCall, getOffersCall } from '#lib/contract/coupons.ts';
import { MAX_OFFERS } from '#lib/contract/limits.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let next = 9_495_000_000;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  await shop.change((tx) => tx.deleteFrom('coupon_use').execute());
  await shop.change((tx) => tx.deleteFrom('coupon').execute());
});
afterAll(() => shop.close());

const HOUR = 3_600_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const add = (code: string, more: Partial<NewCoupon> = {}) =>
  shop.change((tx) => addCoupon(tx, percentCoupon(code, { is_public: 1, ...more })));
const offers = async () => (await shop.succeed(getOffersCall)).data;
const tells = async () => (await shop.succeed(storeInfoCall)).storeinfo.offers;
const counted = async () => (await shop.succeed(storeInfoCall)).storeinfo.offer_count;
const codes = async () => (await offers()).map(({ coupon_code }) => coupon_code);

test('a shop offers its public coupons that can be used now, the smallest minimum first, each in a sentence', async () => {
  await add('SAVE10', { minimum: 99_900 });
  await add('FLAT', { kind: 'amount', value: 15_050 });
  await add('SECRET', { is_public: 0 });
  await add('SOON', { starts_at: fromNow(HOUR) });
  await add('PAST', { starts_at: fromNow(-2 * HOUR), ends_at: fromNow(-HOUR) });
  await add('NOW', { starts_at: fromNow(-HOUR), ends_at: fromNow(HOUR), minimum: 50_000 });
  expect(await offers()).toEqual([
    { coupon_code: 'FLAT', type: 'amount', value: '150.50', minimum: '0.00', text: '₹150.50 off' },
    { coupon_code: 'NOW', type: 'percent', value: '10', minimum: '500.00', text: '10% off above ₹500.00' },
    { coupon_code: 'SAVE10', type: 'percent', value: '10', minimum: '999.00', text: '10% off above ₹999.00' },
  ]);
});

test('a coupon that ends or is used up is offered no more, and one whose use comes back is', async () => {
  const lamp = await shop.add({ name: `Lamp ${next}`, category: 'Home', price: 100_000, stock: 5 });
  await add('ONCE', { max_uses: 1 });
  await add('ENDS');
  expect(await codes()).toEqual(expect.arrayContaining(['ONCE', 'ENDS']));
  expect(await tells()).toBe(true);
  expect(await counted()).toBe(2);
  await shop.change((tx) => endCoupon(tx, 'ENDS'));
  expect(await codes()).toEqual(['ONCE']);
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id);
  await shopper.buy('900.00', { coupon_code: 'ONCE', payment_method: 'prepaid' });
  expect(await codes()).toEqual([]);
  expect(await tells()).toBeUndefined();
  expect(await counted()).toBeUndefined();
  await shopper.buy('1000.00');
  expect(await codes()).toEqual(['ONCE']);
});

test('pages are rendered again when a public coupon begins or ends, and not for another', async () => {
  const revision = () => readRevision(shop.store.db);
  const before = await revision();
  await add('HIDDEN', { is_public: 0 });
  expect(await revision()).toBe(before);
  await add('SHOWN');
  const added = await revision();
  expect(added).toBeGreaterThan(before);
  await shop.change((tx) => endCoupon(tx, 'SHOWN'));
  expect(await revision()).toBeGreaterThan(added);
});

test('the limit of a customer is checked when the coupon is applied', async () => {
  const lamp = await shop.add({ name: `Lamp ${next}`, category: 'Home', price: 100_000, stock: 5 });
  await add('EACH', { max_uses_each: 1 });
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id);
  await shopper.buy('900.00', { coupon_code: 'EACH' });
  await shopper.put(lamp.id);
  expect(await codes()).toEqual(['EACH']);
  const applied = await shop.call(applyCouponCall, { token: shopper.token, body: { coupon_code: 'EACH' } });
  expect(applied).toMatchObject({ httpStatus: 422 });
});

test('of very many public coupons the newest are offered', async () => {
  for (let i = 0; i < MAX_OFFERS + 3; i++) await add(`PUBLIC${i}`);
  const offered = await codes();
  expect(offered).toHaveLength(MAX_OFFERS);
  expect(offered).not.toContain('PUBLIC2');
  expect(await counted()).toBe(MAX_OFFERS);
});
