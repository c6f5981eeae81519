import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeToCod, quoteCod } from '#api/services/checkout/change-to-cod.ts';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { notifyRefunded } from '#api/services/orders/customer-mails-and-sms.ts';
import { markRefunded } from '#api/services/payment-records/refunds.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { confirmPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { type ShippingCharges, storeInfoCall } from '#lib/contract/store.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let shirt: AddedProduct;
let watch: AddedProduct;
let next = 9_410_000_000;

const charge = (shipping: ShippingCharges | undefined) =>
  shop.change((tx) => saveSettings(tx, { ...defaultSettings, ...(shipping && { shipping }) }));
const amounts = async () =>
  (await shopper.orders()).map(({ price, discount_amount, shipping_amount, cod_fee, final_amount }) => [
    price,
    discount_amount,
    shipping_amount,
    cod_fee,
    final_amount,
  ]);
const lastMail = async () => {
  const mail = shop.store.db.selectFrom('outbox').select('body').where('kind', '=', 'mail').orderBy('id', 'desc');
  return (JSON.parse((await mail.executeTakeFirstOrThrow()).body) as { text: string }).text;
};

beforeAll(async () => {
  shop = await openShop();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 33_333, stock: 500, seller: 'Loom' });
  watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 66_668, stock: 500, seller: 'Mill' });
});
beforeEach(async () => {
  shopper = customerOf(shop, await signUp(shop, String(next++)));
  await charge({ charge: '49.00', free_from: '999.99', cod_fee: '30.00' });
});
afterAll(() => shop.close());

test('store info carries the charges, and none for a store without', async () => {
  expect((await shop.succeed(storeInfoCall)).storeinfo.shipping).toEqual({
    charge: '49.00',
    free_from: '999.99',
    cod_fee: '30.00',
  });
  await charge(undefined);
  expect((await shop.succeed(storeInfoCall)).storeinfo.shipping).toBeUndefined();
});

test('a cash on delivery checkout adds shipping and fee, splits them over the sellers’ orders, and says them in the mail', async () => {
  await shopper.put(shirt.id, 1);
  await shopper.put(watch.id, 1);
  await charge({ charge: '49.00', free_from: '1000.02', cod_fee: '30.00' });
  for (const seen of ['1000.01', '1049.01', '1030.01'])
    expect(await shopper.checkOut(seen)).toMatchObject({
      httpStatus: 409,
      message: 'Prices have changed. Please review your cart.',
    });
  expect(await shopper.orders()).toEqual([]);
  await shopper.buy('1079.01');
  expect(await amounts()).toEqual([
    ['666.68', '0.00', '32.67', '20.00', '719.35'],
    ['333.33', '0.00', '16.33', '10.00', '359.66'],
  ]);
  expect(await lastMail()).toMatch(/Shipping {2}₹16\.33\n {2}Cash on delivery fee {2}₹10\.00\n {2}Total {2}₹359\.66/);
});

test('shipping is free from an items total before the discount', async () => {
  await shop.change((tx) => addCoupon(tx, percentCoupon('HALF', { value: 50 })));
  await shopper.put(shirt.id, 3);
  await shopper.buy('530.00', { coupon_code: 'HALF' });
  await shopper.put(shirt.id, 2);
  await shopper.buy('382.33', { coupon_code: 'HALF', payment_method: 'prepaid' });
  expect(await amounts()).toEqual([
    ['666.66', '333.33', '49.00', '0.00', '382.33'],
    ['999.99', '499.99', '0.00', '30.00', '530.00'],
  ]);
});

test('a prepaid checkout has no fee, and its payment includes shipping', async () => {
  await shopper.put(shirt.id, 1);
  const { payment } = await shopper.buy('382.33', { payment_method: 'prepaid' });
  expect(payment?.amount).toBe('382.33');
});

test('changing prepaid orders to cash on delivery adds the fee once', async () => {
  await shopper.put(shirt.id, 1);
  await shopper.put(watch.id, 1);
  const { order_id } = await shopper.buy('1000.01', { payment_method: 'prepaid' });
  expect(await quoteCod(shop.store.db, order_id)).toMatchObject({ payable: 100_001, codFee: 3000 });
  for (let time = 0; time < 2; time++) expect(await shop.change((tx) => changeToCod(tx, order_id))).toBe(103_001);
  expect(await amounts()).toEqual([
    ['666.68', '0.00', '0.00', '20.00', '686.68'],
    ['333.33', '0.00', '0.00', '10.00', '343.33'],
  ]);
  expect((await shopper.orders()).map(({ payment_method }) => payment_method)).toEqual(['cod', 'cod']);
});

test('the mail about a refund names what was paid online, without the fee of an order now paid on delivery', async () => {
  await shopper.put(shirt.id, 1);
  const { payment, order_id } = await shopper.buy('382.33', { payment_method: 'prepaid' });
  const { token } = shopper;
  const params = { id: payment?.id ?? '' };
  await shop.succeed(payOnDeliveryCall, { token, params });
  await shop.succeed(confirmPaymentCall, { token, params, body: { outcome: 'paid' } });
  const [id = 0] = order_id;
  expect((await amounts())[0]?.[4]).toBe('412.33');
  expect(await shop.change((tx) => markRefunded(tx, id))).toBe(true);
  await shop.change((tx) => notifyRefunded(tx, id));
  expect(await lastMail()).toContain('We have returned ₹382.33');
  const sms = shop.store.db.selectFrom('outbox').select('body').where('subject', '=', 'order_refunded');
  expect(JSON.parse((await sms.executeTakeFirstOrThrow()).body)).toMatchObject({ amount: '382.33' });
});

test('charges that change while the shopper checks out are refused, and an order keeps those it was placed with', async () => {
  await shopper.put(shirt.id, 1);
  await charge({ charge: '99.00' });
  expect(await shopper.checkOut('412.33')).toMatchObject({ httpStatus: 409 });
  await shopper.buy('432.33');
  await charge(undefined);
  expect(await amounts()).toEqual([['333.33', '0.00', '99.00', '0.00', '432.33']]);
});
