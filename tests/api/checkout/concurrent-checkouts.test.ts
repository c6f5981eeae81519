import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import type { Answers, Errand } from '#tests/support/store/concurrent-checkouts-process.ts';
import { runErrand } from '#tests/support/store/process-pool.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;

beforeEach(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 100 });
});
afterEach(() => shop.close());

/** Adds signed-in customers with one lamp in the cart. */
const makeBuyers = (count: number): Promise<Errand['buyers']> =>
  shop.change(async (tx) => {
    const buyers: Errand['buyers'] = [];
    for (let i = 0; i < count; i++) {
      const { id } = await findOrCreateCustomer(tx, String(9_500_000_000 + i));
      await setCustomerDetails(tx, id, { firstname: 'Buyer', lastname: `Nr ${i}`, email: `b${i}@example.com` }, '');
      await setCartLine(tx, id, { product_id: lamp.id, quantity: 1 });
      buyers.push({ token: await createSession(tx, id), key: randomUUID() });
    }
    return buyers;
  });

/** Runs each group's checkouts concurrently in a process of its own; sums up the answers. */
async function race(groups: Errand['buyers'][]): Promise<Answers> {
  const all: Answers = {};
  const runs = groups.map(async (buyers) => {
    const errand: Errand = { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, buyers, expectedTotal: '500.00' };
    const answers = await runErrand<Errand, Answers>('concurrent-checkouts', errand);
    for (const [answer, count] of Object.entries(answers)) all[answer] = (all[answer] ?? 0) + count;
  });
  await Promise.all(runs);
  return all;
}

const stockLeft = async () => ({
  variant: (await shop.store.db.selectFrom('variant').select('stock').executeTakeFirstOrThrow()).stock,
  product: (await shop.store.db.selectFrom('product').select('stock').executeTakeFirstOrThrow()).stock,
});

test('800 buyers in 8 processes share 100 lamps: 100 orders, and 700 refused as sold out', async () => {
  const buyers = await makeBuyers(800);
  const answers = await race(Array.from({ length: 8 }, (_, i) => buyers.slice(i * 100, i * 100 + 100)));
  const { '409 Lamp is sold out': soldOut, ...others } = answers;
  expect(soldOut).toBe(700);
  expect(Object.keys(others)).toHaveLength(100);
  expect(Object.entries(others).every(([answer, count]) => answer.startsWith('ok ') && count === 1)).toBe(true);
  const orders = await listOrders(shop.store.db);
  expect(new Set(orders.map(({ order_number }) => order_number)).size).toBe(100);
  expect(await stockLeft()).toEqual({ variant: 0, product: 0 });
}, 180_000);

test('20 identical checkouts with one key from 4 processes make one order', async () => {
  const [buyer] = await makeBuyers(1);
  const fiveTimes = Array.from({ length: 5 }, () => buyer).filter((one) => one !== undefined);
  const answers = await race([fiveTimes, fiveTimes, fiveTimes, fiveTimes]);
  expect(Object.values(answers)).toEqual([20]);
  expect(Object.keys(answers)[0]).toMatch(/^ok \d+$/);
  expect(await listOrders(shop.store.db)).toHaveLength(1);
  expect(await stockLeft()).toEqual({ variant: 99, product: 99 });
});
