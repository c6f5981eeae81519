import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrder, listOrders } from '#api/services/orders/read-orders.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
async function buy(token: string, product_id: number): Promise<number> {
  await shop.succeed(addToCartCall, { token, body: { product_id, quantity: 1 } });
  const { data } = await shop.succeed(checkoutCall, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { address, payment_method: 'cod', expected_total: '999.00' },
  });
  return data.order_id[0] ?? 0;
}

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a customer sees their own orders, newest first; the owner sees all orders', async () => {
  const bag = await shop.add({ name: 'Tote', category: 'Bags' });
  const [asha, ravi] = [await signUp(shop, '9300000001'), await signUp(shop, '9300000002')];
  const ids = [await buy(asha, bag.id), await buy(ravi, bag.id), await buy(asha, bag.id)];
  expect((await shop.succeed(getOrdersCall, { token: asha })).data.map(({ order_id }) => order_id)).toEqual([ids[2], ids[0]]);
  expect((await shop.succeed(getOrdersCall, { token: ravi })).data.map(({ order_id }) => order_id)).toEqual([ids[1]]);
  expect((await listOrders(shop.store.db)).map(({ order_id }) => order_id)).toEqual([...ids].reverse());
  expect(await listOrders(shop.store.db, { limit: 1 })).toHaveLength(1);
});

test('an order is found by its number in any case and spacing', async () => {
  const [order] = await listOrders(shop.store.db, { limit: 1 });
  expect(await findOrder(shop.store.db, ` ${order?.order_number.toLowerCase()} `)).toEqual(order);
  expect(await findOrder(shop.store.db, 'HT-NONE')).toBeUndefined();
});

test('a customer who has not ordered has no orders', async () => {
  expect((await shop.succeed(getOrdersCall, { token: await signUp(shop, '9300000003') })).data).toEqual([]);
});
