import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { cancelPayment } from '#api/services/orders/cancel.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { findRefund, markRefunded } from '#api/services/payment-records/refunds.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf, stockOf, usesOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;
let next = 9_420_000_000;

beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  shopper = await newShopper();
  lamp = await shop.add({ name: `Lamp ${next}`, category: 'Home', price: 50_000, stock: 3 });
});
afterAll(() => shop.close());

const newShopper = async () => customerOf(shop, await signUp(shop, String(next++)));
const left = async () => (await stockOf(shop, lamp.variants[''])).variant;
const order = async () => (await shopper.orders())[0];
const show = (id: string, token = shopper.token) => shop.call(getPaymentCall, { token, params: { id } });
const confirm = (id: string, outcome: 'paid' | 'failed' | 'abandoned', token = shopper.token) =>
  shop.call(confirmPaymentCall, { token, params: { id }, body: { outcome } });

/** Checks out lamps, prepaid; returns the payment's id. */
async function begin(quantity = 2, more: { coupon_code?: string; total?: string } = {}): Promise<string> {
  const { total = `${500 * quantity}.00`, ...wish } = more;
  await shopper.put(lamp.id, quantity);
  const { payment } = await shopper.buy(total, { payment_method: 'prepaid', ...wish });
  return payment?.id ?? '';
}

/** Expires a payment. */
const runOut = async (id: string): Promise<void> => {
  const expires_at = new Date(Date.now() - 1000).toISOString();
  await shop.change((tx) => tx.updateTable('payment').set({ expires_at }).where('id', '=', id).execute());
};

describe('a prepaid checkout', () => {
  test('holds the stock, keeps the cart and waits for the payment', async () => {
    const other = await shop.add({ name: `Vase ${next}`, category: 'Home', price: 10_000, seller: 'Potter' });
    await shopper.put(other.id, 1);
    const id = await begin(2, { total: '1100.00' });
    expect(await left()).toBe(1);
    expect(await shopper.cart()).toHaveLength(2);
    const orders = await shopper.orders();
    expect(orders.map(({ status, payment_method, payment_status }) => [status, payment_method, payment_status])).toEqual([
      ['payment is pending', 'prepaid', 'pending'],
      ['payment is pending', 'prepaid', 'pending'],
    ]);
    const shown = await show(id);
    expect(shown).toMatchObject({
      data: {
        id,
        provider: 'test',
        amount: '1100.00',
        status: 'pending',
        order_id: orders.map(({ order_id }) => order_id).reverse(),
        order_number: orders.map(({ order_number }) => order_number).reverse(),
        options: { notice: expect.stringContaining('No money moves') },
      },
    });
    const expires = shown.success ? Date.parse(shown.data.expires_at) - Date.now() : 0;
    expect(Math.round(expires / 60_000)).toBe(15);
  });

  test('places the orders and empties the cart once paid, however often the payment is confirmed', async () => {
    const id = await begin();
    for (let i = 0; i < 3; i++) {
      expect(await confirm(id, 'paid')).toMatchObject({ message: 'Order placed successfully', data: { status: 'paid' } });
    }
    expect(await shopper.cart()).toEqual([]);
    expect(await left()).toBe(1);
    expect(await order()).toMatchObject({
      status: 'order has been placed',
      payment_status: 'paid',
      timeline: [{ status: 'payment is pending' }, { status: 'order has been placed' }],
    });
    expect(await confirm(id, 'failed')).toMatchObject({ data: { status: 'paid' } });
    expect((await show(id)).success).toBe(true);
  });

  test('leaves products in the cart that were added since', async () => {
    const id = await begin(1);
    const vase = await shop.add({ name: `Vase ${next}`, category: 'Home', price: 10_000 });
    await shopper.put(vase.id, 1);
    await shopper.put(lamp.id, 3);
    await confirm(id, 'paid');
    expect((await shopper.cart()).map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [lamp.id, 2],
      [vase.id, 1],
    ]);
  });

  test.each(['failed', 'abandoned'] as const)('that is %s returns the stock and leaves the cart as it was', async (outcome) => {
    const id = await begin(3);
    expect((await shopper.cart())[0]).toMatchObject({ quantity: 3, product_stock: 3 });
    expect((await shopper.cart())[0]?.status).toBeUndefined();
    for (let i = 0; i < 2; i++) expect(await confirm(id, outcome)).toMatchObject({ data: { status: outcome } });
    expect(await left()).toBe(3);
    expect(await order()).toMatchObject({ status: 'order is cancelled', payment_status: 'failed' });
    expect((await shopper.cart())[0]?.quantity).toBe(3);
    await shopper.buy('1500.00');
    expect(await order()).toMatchObject({ status: 'order has been placed', payment_method: 'cod' });
    expect(await left()).toBe(0);
  });

  test('is replaced by a new checkout of the cart, and a late payment is refunded', async () => {
    const id = await begin(3);
    await shopper.buy('1500.00');
    expect(await left()).toBe(0);
    const [placed, dropped] = await shopper.orders();
    expect(placed?.status).toBe('order has been placed');
    expect(dropped?.timeline.at(-1)).toMatchObject({ status: 'order is cancelled', reason: 'The cart was ordered again' });
    for (let i = 0; i < 2; i++) {
      expect(await confirm(id, 'paid')).toMatchObject({
        message: 'Your payment arrived too late for this order. The amount will be refunded.',
        data: { status: 'abandoned' },
      });
    }
    expect(await findRefund(shop.store.db, dropped?.order_id ?? 0)).toMatchObject({ amount: 150_000, done_at: null });
    expect(await left()).toBe(0);
  });

  test('repeated with its key returns the same payment', async () => {
    const key = crypto.randomUUID();
    await shopper.put(lamp.id, 1);
    const first = await shopper.buy('500.00', { payment_method: 'prepaid', key });
    expect(await shopper.buy('500.00', { payment_method: 'prepaid', key })).toEqual(first);
    expect(await shopper.orders()).toHaveLength(1);
  });

  test('holds its coupon too', async () => {
    const limits = { max_uses: 1, max_uses_each: 1, starts_at: null, ends_at: null };
    const code = `HOLD${next}`;
    await shop.change((tx) => addCoupon(tx, { code, kind: 'percent', value: 50, minimum: 0, ...limits }));
    const id = await begin(1, { coupon_code: code, total: '250.00' });
    expect(await usesOf(shop, code)).toBe(1);
    await confirm(id, 'failed');
    expect(await usesOf(shop, code)).toBe(0);
    const second = await begin(1, { coupon_code: code, total: '250.00' });
    await confirm(second, 'paid');
    expect(await usesOf(shop, code)).toBe(1);
    // The late payment of the first checkout arrives, but the coupon is used up.
    expect(await confirm(id, 'paid')).toMatchObject({ data: { status: 'failed' } });
    expect(await usesOf(shop, code)).toBe(1);
  });
});

describe('a payment that times out', () => {
  test('expires once, and releases its stock', async () => {
    const id = await begin(3);
    await releaseExpiredHolds(shop.store.db);
    expect(await left()).toBe(0);
    await runOut(id);
    await Promise.all([releaseExpiredHolds(shop.store.db), releaseExpiredHolds(shop.store.db)]);
    expect(await left()).toBe(3);
    expect(await show(id)).toMatchObject({ data: { status: 'expired' } });
    expect((await order())?.timeline.at(-1)?.reason).toBe('The payment did not arrive in time');
  });

  test('releases its stock for the next buyer at once', async () => {
    const buyer = await newShopper();
    await buyer.put(lamp.id, 2);
    await runOut(await begin(3));
    await buyer.buy('1000.00');
    expect(await left()).toBe(1);
  });

  test('is still accepted when the stock is available again', async () => {
    const id = await begin(2);
    await runOut(id);
    await releaseExpiredHolds(shop.store.db);
    expect(await confirm(id, 'paid')).toMatchObject({ data: { status: 'paid' } });
    expect(await left()).toBe(1);
    expect(await order()).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
    expect(await shopper.cart()).toEqual([]);
  });

  test('is marked for refund when the stock is gone, and nothing is oversold', async () => {
    const id = await begin(2);
    await runOut(id);
    await releaseExpiredHolds(shop.store.db);
    const buyer = await newShopper();
    await buyer.put(lamp.id, 2);
    await buyer.buy('1000.00');
    expect(await confirm(id, 'paid')).toMatchObject({ data: { status: 'expired' } });
    const late = await order();
    expect(late).toMatchObject({ status: 'order is cancelled', payment_status: 'paid' });
    expect(await findRefund(shop.store.db, late?.order_id ?? 0)).toMatchObject({ amount: 100_000, done_at: null });
    expect(await left()).toBe(1);
    expect(await shop.change((tx) => markRefunded(tx, late?.order_id ?? 0))).toBe(true);
    expect(await shop.change((tx) => markRefunded(tx, late?.order_id ?? 0))).toBe(false);
    expect((await order())?.payment_status).toBe('refunded');
  });
});

describe('cancelling a prepaid order', () => {
  const cancel = (order_id: number | undefined) =>
    shop.call(cancelOrderCall, {
      token: shopper.token,
      body: { order_id: order_id ?? 0, reject_reason_select: 'Payment Issue' },
    });

  test('before payment cancels the payment and all its orders', async () => {
    const vase = await shop.add({ name: `Vase ${next}`, category: 'Home', price: 10_000, seller: 'Potter' });
    await shopper.put(vase.id, 1);
    const id = await begin(2, { total: '1100.00' });
    expect(await cancel((await order())?.order_id)).toMatchObject({ success: true });
    expect((await shopper.orders()).map(({ status }) => status)).toEqual(['order is cancelled', 'order is cancelled']);
    expect(await left()).toBe(3);
    expect(await confirm(id, 'paid')).toMatchObject({ data: { status: 'abandoned' } });
    expect(await findRefund(shop.store.db, (await order())?.order_id ?? 0)).toBeDefined();
  });

  test('after payment makes a refund due', async () => {
    const id = await begin(2);
    await confirm(id, 'paid');
    const placed = await order();
    expect(await cancel(placed?.order_id)).toMatchObject({ success: true });
    expect(await left()).toBe(3);
    expect(await findRefund(shop.store.db, placed?.order_id ?? 0)).toMatchObject({ amount: 100_000 });
    expect(await confirm(id, 'paid')).toMatchObject({ data: { status: 'paid' } });
    expect((await order())?.status).toBe('order is cancelled');
  });

  test('before payment is possible for the owner, who cannot mark the order as placed', async () => {
    await begin(1);
    const number = (await order())?.order_number ?? '';
    await expect(shop.change((tx) => setOrderStatus(tx, number, 'order has been placed'))).rejects.toThrow('cannot become');
    expect(await shop.change((tx) => setOrderStatus(tx, number, 'order is cancelled', 'No stock'))).toBe(true);
    expect(await left()).toBe(3);
  });
});

test('a payment is visible only to its customer', async () => {
  const id = await begin(1);
  const other = await newShopper();
  expect(await show(id, other.token)).toMatchObject({ httpStatus: 404, message: 'This payment could not be found' });
  expect(await confirm(id, 'paid', other.token)).toMatchObject({ httpStatus: 404 });
  expect(await confirm(id, 'failed', other.token)).toMatchObject({ httpStatus: 404 });
  expect(await show('nothing')).toMatchObject({ httpStatus: 404 });
  expect(await show(id, '')).toMatchObject({ httpStatus: 401 });
  expect((await order())?.status).toBe('payment is pending');
});

test('concurrent confirmations, expiry and cancellation leave a consistent state', async () => {
  const id = await begin(2);
  await Promise.all([
    ...Array.from({ length: 10 }, () => confirm(id, 'paid')),
    ...Array.from({ length: 10 }, () => confirm(id, 'failed')),
    shop.change((tx) => cancelPayment(tx, id, 'expired')),
  ]);
  expect(await order()).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
  expect(await left()).toBe(1);
});

test('a webhook of a provider without webhooks is refused', async () => {
  const response = await shop.raw('/payment/webhook/test', { method: 'POST', body: '{}' });
  expect(response.status).toBe(404);
});

test('a shop without a payment provider offers payment on delivery only', async () => {
  const plain = await openShop({ demoMode: false });
  const vase = await plain.add({ name: 'Vase', category: 'Home', price: 10_000 });
  const [token = ''] = await makeCustomers(plain, 1, () => [{ product_id: vase.id, quantity: 1 }]);
  const customer = customerOf(plain, token);
  expect(await customer.checkOut('100.00', { payment_method: 'prepaid' })).toMatchObject({
    httpStatus: 422,
    errors: { payment_method: [expect.any(String)] },
  });
  await customer.buy('100.00');
  await plain.close();
});
