import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCoupon, endCoupon } from '#api/services/coupons/edit-coupons.ts';
import { withdrawProduct } from '#api/services/import/apply/apply-batch.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { findRefund, markRefunded } from '#api/services/payment-records/refunds.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall, getPaymentCall, getPendingPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { runOut } from '#tests/support/store/razorpay-shop.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;
let next = 9_460_000_000;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  shopper = customerOf(shop, await signUp(shop, String(next++)));
  lamp = await shop.add({ name: `Lamp ${next}`, category: 'Home', price: 50_000, stock: 3 });
});
afterAll(() => shop.close());

const left = async () => (await stockOf(shop, lamp.variants[''])).variant;
const order = async () => (await shopper.orders())[0];
const switchToCod = (id: string, token = shopper.token) => shop.call(payOnDeliveryCall, { token, params: { id } });
const confirm = (id: string, outcome: 'paid' | 'failed') =>
  shop.call(confirmPaymentCall, { token: shopper.token, params: { id }, body: { outcome } });
/** The subjects of messages queued by `act`, newest first. */
async function subjectsOf(act: () => Promise<unknown>): Promise<string[]> {
  const read = async () => (await listOutbox(shop.store.db, { limit: 1000 })).map(({ subject }) => subject);
  const before = (await read()).length;
  await act();
  return (await read()).slice(0, -before || undefined);
}

async function begin(quantity = 2): Promise<string> {
  await shopper.put(lamp.id, quantity);
  const { payment } = await shopper.buy(`${500 * quantity}.00`, { payment_method: 'prepaid' });
  return payment?.id ?? '';
}

describe('paying on delivery instead', () => {
  test('places the held orders, empties the cart and takes the stock once, however often', async () => {
    const id = await begin();
    for (let i = 0; i < 3; i++)
      expect(await switchToCod(id)).toMatchObject({ message: 'Order placed successfully', data: { payment_method: 'cod' } });
    expect(await shopper.orders()).toHaveLength(1);
    expect(await order()).toMatchObject({
      status: 'order has been placed',
      payment_method: 'cod',
      payment_status: 'pending',
      timeline: [{ status: 'payment is pending' }, { status: 'order has been placed' }],
    });
    expect(await left()).toBe(1);
    expect(await shopper.cart()).toEqual([]);
    expect(await shop.succeed(getPendingPaymentCall, { token: shopper.token })).toMatchObject({ data: null });
  });

  test('works after the payment has failed or expired, while everything is in stock', async () => {
    const failed = await begin();
    await confirm(failed, 'failed');
    expect(await left()).toBe(3);
    expect(await switchToCod(failed)).toMatchObject({ success: true });
    expect([await left(), (await order())?.status]).toEqual([1, 'order has been placed']);
    const expired = await begin(1);
    await runOut(shop, expired);
    await releaseExpiredHolds(shop.store.db);
    expect(await switchToCod(expired)).toMatchObject({ success: true });
    expect(await left()).toBe(0);
  });

  test('is refused when the items are gone, and changes nothing', async () => {
    const id = await begin();
    await confirm(id, 'failed');
    const other = customerOf(shop, await signUp(shop, String(next++)));
    await other.put(lamp.id, 2);
    await other.buy('1000.00');
    expect(await switchToCod(id)).toMatchObject({ httpStatus: 409, message: expect.stringContaining('no longer available') });
    expect([await left(), (await order())?.status]).toEqual([1, 'order is cancelled']);
    expect(await shopper.cart()).toHaveLength(1);
  });

  test('is refused after the hold at an older price or with an ended coupon, while the hold itself keeps both', async () => {
    const coupon = { kind: 'percent', value: 50, minimum: 0, max_uses: null, max_uses_each: null, starts_at: null } as const;
    await shop.change((tx) => addCoupon(tx, { ...coupon, code: `HALF${next}`, ends_at: null }));
    const raise = (price: number) =>
      shop.change((tx) => tx.updateTable('variant').set({ price, mrp: price }).where('product_id', '=', lamp.id).execute());
    await shopper.put(lamp.id, 1);
    const half = { payment_method: 'prepaid', coupon_code: `HALF${next}` } as const;
    const first = (await shopper.buy('250.00', half)).payment?.id ?? '';
    await confirm(first, 'failed');
    await raise(90_000);
    expect(await switchToCod(first)).toMatchObject({ httpStatus: 409, message: 'Prices have changed. Please review your cart.' });
    await raise(50_000);
    await shop.change((tx) => endCoupon(tx, `HALF${next}`));
    expect(await switchToCod(first)).toMatchObject({ httpStatus: 409, message: 'This coupon has expired' });
    expect([await left(), (await order())?.status]).toEqual([3, 'order is cancelled']);
    const second = (await shopper.buy('500.00', { payment_method: 'prepaid' })).payment?.id ?? '';
    await raise(90_000);
    expect(await switchToCod(second)).toMatchObject({ success: true });
    expect(await order()).toMatchObject({ status: 'order has been placed', final_amount: '500.00' });
  });

  test('is refused after the hold for a product that was withdrawn from sale', async () => {
    const id = await begin(1);
    await confirm(id, 'failed');
    await shop.change((tx) => withdrawProduct(tx, lamp.id));
    expect(await switchToCod(id)).toMatchObject({ httpStatus: 409, message: expect.stringContaining('no longer available') });
    expect((await order())?.status).toBe('order is cancelled');
  });

  test('is refused for an order that was cancelled or ordered again', async () => {
    const id = await begin(1);
    await shopper.buy('500.00');
    expect(await switchToCod(id)).toMatchObject({ httpStatus: 409 });
    const again = await begin(1);
    const order_id = (await order())?.order_id ?? 0;
    await shop.succeed(cancelOrderCall, { token: shopper.token, body: { order_id, reject_reason_select: 'Payment Issue' } });
    expect(await switchToCod(again)).toMatchObject({ httpStatus: 409 });
    expect(await left()).toBe(2);
  });

  test('changes nothing about orders that are paid', async () => {
    const id = await begin();
    await confirm(id, 'paid');
    expect(await switchToCod(id)).toMatchObject({ data: { status: 'paid', payment_method: 'prepaid' } });
    expect(await order()).toMatchObject({ payment_method: 'prepaid', payment_status: 'paid' });
  });

  test('counts against the limits of cash on delivery', async () => {
    const id = await begin(2);
    await shop.change((tx) => setLimits(tx, { cod_units_per_checkout: 1 }));
    expect(await switchToCod(id)).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    await shop.change((tx) => setLimits(tx, { cod_units_per_checkout: null, cod_open_per_customer: 1 }));
    expect(await switchToCod(id)).toMatchObject({ success: true });
    const second = await begin(1);
    expect(await switchToCod(second)).toMatchObject({ httpStatus: 409, code: 'cod_limit' });
    await shop.change((tx) => setLimits(tx, { cod_open_per_customer: null }));
  });

  test('and then paying online too makes a refund due, and the order stays to be paid on delivery', async () => {
    const id = await begin();
    await switchToCod(id);
    await confirm(id, 'paid');
    expect(await order()).toMatchObject({ status: 'order has been placed', payment_method: 'cod', payment_status: 'pending' });
    const order_id = (await order())?.order_id ?? 0;
    expect(await findRefund(shop.store.db, order_id)).toMatchObject({ amount: 100_000, done_at: null });
    expect(await shop.succeed(getPaymentCall, { token: shopper.token, params: { id } })).toMatchObject({
      message: 'Order placed successfully',
      data: { refund: '1000.00' },
    });
    expect(await shop.change((tx) => markRefunded(tx, order_id))).toBe(true);
    expect((await order())?.payment_status).toBe('pending');
    expect(await left()).toBe(1);
  });

  test('is refused at another fee than the shopper saw, which the refusal names, and changes nothing', async () => {
    const fee = (cod_fee: string) =>
      shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: '0.00', cod_fee } }));
    const at = (id: string, expected_fee: string) =>
      shop.call(payOnDeliveryCall, { token: shopper.token, params: { id }, body: { expected_fee } });
    await fee('30.00');
    const id = await begin();
    await fee('50.00');
    expect(await at(id, '30.00')).toMatchObject({
      httpStatus: 409,
      code: 'total_changed',
      message: 'The cash on delivery fee is now ₹50.00. Please look at the new total and press the button again.',
    });
    expect(await order()).toMatchObject({ status: 'payment is pending', payment_method: 'prepaid', final_amount: '1000.00' });
    await confirm(id, 'failed');
    expect(await at(id, '30.00')).toMatchObject({ httpStatus: 409, code: 'total_changed' });
    expect([await left(), (await order())?.status]).toEqual([3, 'order is cancelled']);
    expect(await at(id, '50.00')).toMatchObject({ success: true });
    expect(await order()).toMatchObject({ payment_method: 'cod', cod_fee: '50.00', final_amount: '1050.00' });
    expect(await at(id, '30.00')).toMatchObject({ success: true });
    await shop.change((tx) => saveSettings(tx, defaultSettings));
  });

  test('is possible only for the customer of the payment', async () => {
    const id = await begin();
    const stranger = await signUp(shop, String(next++));
    expect(await switchToCod(id, stranger)).toMatchObject({ httpStatus: 404 });
    expect(await switchToCod('unknown')).toMatchObject({ httpStatus: 404 });
    expect(await switchToCod(id, '')).toMatchObject({ httpStatus: 401 });
    expect((await order())?.status).toBe('payment is pending');
  });

  test('at the same time as a payment, an expiry and a failure gives one order and one stock', async () => {
    const id = await begin();
    await runOut(shop, id);
    await Promise.all([
      ...Array.from({ length: 5 }, () => switchToCod(id)),
      ...Array.from({ length: 5 }, () => confirm(id, 'paid')),
      confirm(id, 'failed'),
      releaseExpiredHolds(shop.store.db),
    ]);
    const [placed, ...others] = await shopper.orders();
    expect(others).toEqual([]);
    expect(placed?.status).toBe('order has been placed');
    expect(placed?.timeline.filter(({ status }) => status === 'order has been placed')).toHaveLength(1);
    expect(await left()).toBe(1);
  });
});

describe('the payment that waits', () => {
  const pending = async () => (await shop.succeed(getPendingPaymentCall, { token: shopper.token })).data;

  test('is the newest that can still be made, and none once it is over', async () => {
    expect(await pending()).toBeNull();
    const first = await begin(1);
    expect(await pending()).toMatchObject({ id: first, seconds_left: expect.any(Number) });
    const second = await begin(1);
    expect(await pending()).toMatchObject({ id: second, status: 'pending' });
    await confirm(second, 'paid');
    expect(await pending()).toBeNull();
  });

  test('is expired as soon as its time is over, and its stock is free', async () => {
    const id = await begin(3);
    await runOut(shop, id);
    expect(await pending()).toMatchObject({ id, status: 'expired', seconds_left: 0 });
    expect(await left()).toBe(3);
    expect(await shopper.cart()).toHaveLength(1);
  });
});

describe('the customer is told', () => {
  test('once that the hold has expired', async () => {
    const id = await begin();
    await runOut(shop, id);
    const release = () => releaseExpiredHolds(shop.store.db);
    const subjects = await subjectsOf(() => Promise.all([release(), release()]));
    expect(subjects).toEqual(['order_cancelled', expect.stringMatching(/^Your payment for HT-\w+ at /)]);
    const mail = (await listOutbox(shop.store.db, { limit: 2 })).find(({ kind }) => kind === 'mail');
    const { text, html } = JSON.parse(mail?.body ?? '{}');
    for (const part of [text, html]) {
      expect(part).toContain('Your payment of ₹1,000.00 did not reach us in time');
      expect(part).toMatch(/Go to your cart.*\/cart|\/cart.*Go to your cart/);
    }
  });

  test('at most six times a day of holds that expire, because anyone may name their number and mailbox', async () => {
    const holds = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const buyer = customerOf(shop, await signUp(shop, String(next++)));
        const { id } = await shop.add({ name: `Pot ${next}-${i}`, category: 'Home', price: 1000, stock: 1 });
        await buyer.put(id, 1);
        const to = { ...address, phone_number: '9123456780', email: `asha.rao+${i}@gmail.com` };
        return (await buyer.buy('10.00', { payment_method: 'prepaid', address: to })).payment?.id ?? '';
      }),
    );
    for (const id of holds) await runOut(shop, id);
    const subjects = await subjectsOf(() => releaseExpiredHolds(shop.store.db));
    expect(subjects.filter((subject) => subject === 'order_cancelled')).toHaveLength(6);
    expect(subjects.filter((subject) => subject.startsWith('Your payment for'))).toHaveLength(6);
  });

  test('that a late payment is returned', async () => {
    const id = await begin(3);
    await runOut(shop, id);
    await releaseExpiredHolds(shop.store.db);
    const other = customerOf(shop, await signUp(shop, String(next++)));
    await other.put(lamp.id, 1);
    await other.buy('500.00');
    const subjects = await subjectsOf(async () => {
      for (let i = 0; i < 2; i++) await confirm(id, 'paid');
    });
    expect(subjects).toEqual(['payment_refund', expect.stringMatching(/^Refund of your payment for HT-\w+ at /)]);
  });
});
