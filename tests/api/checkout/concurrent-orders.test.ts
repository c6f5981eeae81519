import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { addToCartGuestCall } from '#lib/contract/cart.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { checkoutWish, makeCustomers, rush, type Wish } from '#tests/support/store/concurrent-calls.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { stockOf, usesOf } from '#tests/support/store/customer.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const lampOf = (stock: number) => shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock });
const addOnce = () => shop.change((tx) => addCoupon(tx, percentCoupon('ONCE', { max_uses: 1 })));

test('a coupon with limit 1, used by 50 customers concurrently from 5 processes, is used once', async () => {
  const lamp = await lampOf(100);
  await addOnce();
  const tokens = await makeCustomers(shop, 50, () => [{ product_id: lamp.id, quantity: 1 }]);
  const answers = await rush(
    shop,
    tokens.map((token) => checkoutWish(token, '450.00', { coupon_code: 'once' })),
    5,
  );
  expect(answers).toEqual({ ok: 1, '422 This coupon has been used up': 49 });
  expect(await usesOf(shop, 'ONCE')).toBe(1);
  expect((await stockOf(shop, lamp.variants[''])).variant).toBe(99);
});

test('50 cancellations of one order from 5 processes return its stock and coupon once', async () => {
  const lamp = await lampOf(10);
  await addOnce();
  const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 4 }]);
  await rush(shop, [checkoutWish(token, '1800.00', { coupon_code: 'ONCE' })], 1);
  const [order] = (await shop.succeed(getOrdersCall, { token })).data;
  const cancel: Wish = {
    call: 'cancelOrder',
    token,
    body: { order_id: order?.order_id, reject_reason_select: 'Ordered by Mistake' },
  };
  const answers = await rush(
    shop,
    Array.from({ length: 50 }, () => cancel),
    5,
  );
  expect(answers).toEqual({ ok: 1, '409 This order is already cancelled': 49 });
  expect(await stockOf(shop, lamp.variants[''])).toEqual({ variant: 10, product: 10 });
  expect(await usesOf(shop, 'ONCE')).toBe(0);
});

test('1,000 orders from 8 processes get 1,000 different numbers', async () => {
  const lamp = await lampOf(2000);
  const tokens = await makeCustomers(shop, 1000, () => [{ product_id: lamp.id, quantity: 1 }]);
  const answers = await rush(
    shop,
    tokens.map((token) => checkoutWish(token, '500.00')),
    8,
    5,
  );
  expect(answers).toEqual({ ok: 1000 });
  const orders = await listOrders(shop.store.db);
  expect(new Set(orders.map(({ order_number }) => order_number)).size).toBe(1000);
  expect(await stockOf(shop, lamp.variants[''])).toEqual({ variant: 1000, product: 1000 });
}, 180_000);

test('two lines of the same variant are merged, and concurrent checkouts of them never oversell', async () => {
  const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 10_000, stock: { M: 50, L: 50 } });
  const tokens = await makeCustomers(shop, 40, () => []);
  const { M, L } = shirt.variants;
  for (const [i, token] of tokens.entries()) {
    const twice = [
      { product_id: shirt.id, quantity: 2, selected_variant: { id: M, product_variation: 'M' } },
      { product_id: shirt.id, quantity: 3, selected_variant: { product_variation: 'm' } },
    ];
    const other = { product_id: shirt.id, quantity: 1, selected_variant: { id: L, product_variation: 'L' } };
    // Half of the carts list the sizes in the opposite order, which must not deadlock.
    const cart_items = i % 2 === 0 ? [...twice, other] : [other, ...twice];
    await shop.succeed(addToCartGuestCall, { token, body: { cart_items } });
  }
  const answers = await rush(
    shop,
    tokens.map((token) => checkoutWish(token, '400.00')),
    8,
  );
  const { ok = 0, ...refused } = answers;
  expect(ok).toBe(16);
  expect(Object.keys(refused).every((answer) => /^409 (Only [12] of Shirt left|Shirt is sold out)$/.test(answer))).toBe(true);
  expect((await stockOf(shop, M)).variant).toBe(2);
  expect(await stockOf(shop, L)).toEqual({ variant: 34, product: 36 });
});

test('20 confirmations, 20 cancellations and 20 new checkouts of one payment leave a consistent state', async () => {
  const lamp = await lampOf(3);
  const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 3 }]);
  await rush(shop, [checkoutWish(token, '1500.00', { payment_method: 'prepaid' })], 1);
  const [order] = (await shop.succeed(getOrdersCall, { token })).data;
  const cancel: Wish = { call: 'cancelOrder', token, body: { order_id: order?.order_id, reject_reason_select: 'Payment Issue' } };
  const payment = await shop.store.db.selectFrom('payment').select('id').executeTakeFirstOrThrow();
  const confirm: Wish = { call: 'confirmPayment', token, params: payment, body: { outcome: 'paid' } };
  const wishes = Array.from({ length: 20 }, () => [confirm, cancel, checkoutWish(token, '1500.00')]).flat();
  await rush(shop, wishes, 4);
  const orders = (await shop.succeed(getOrdersCall, { token })).data;
  const standing = orders.filter(({ status }) => status !== 'order is cancelled');
  expect(standing.length).toBeLessThanOrEqual(1);
  expect((await stockOf(shop, lamp.variants[''])).variant).toBe(3 - 3 * standing.length);
});
