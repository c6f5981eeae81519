import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockCustomer, lockStock, takeAdvisoryLock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { readCart, setCartLine } from '#api/services/cart/cart.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { MAX_CART_LINES } from '#lib/contract/limits.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { type AddedProduct, addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let vase: AddedProduct;
beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', stock: 10 });
  vase = await shop.add({ name: 'Vase', category: 'Home', stock: 10 });
});
afterAll(() => shop.close());

const take = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ stock: sql<number>`stock - 1` }).where('id', '=', id).execute();
const stockOf = async (id: number) =>
  (await shop.store.db.selectFrom('product').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock;

/** Runs the same work in two concurrent transactions; returns the order in which they started and ended. */
async function atOnce(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const happened: string[] = [];
  const one = () =>
    shop.change(async (tx) => {
      await work(tx);
      happened.push('in');
      await sleep(60);
      happened.push('out');
    });
  await Promise.all([one(), one()]);
  return happened;
}

test('writers run in parallel unless they lock the same rows', async () => {
  const { id } = await shop.change((tx) => findOrCreateCustomer(tx, '9876543210'));
  expect(await atOnce(async () => undefined)).toEqual(['in', 'in', 'out', 'out']);
  expect(await atOnce((tx) => takeAdvisoryLock(tx, 'otp:9876543210'))).toEqual(['in', 'out', 'in', 'out']);
  expect(await atOnce((tx) => lockCustomer(tx, id))).toEqual(['in', 'out', 'in', 'out']);
  expect(await atOnce((tx) => lockStock(tx, [vase.id, lamp.id]))).toEqual(['in', 'out', 'in', 'out']);
});

test('a deadlock is detected and retried until both writers succeed', async () => {
  const before = [await stockOf(lamp.id), await stockOf(vase.id)];
  const tries: string[] = [];
  const run = (name: string, first: number, second: number) =>
    shop.change(async (tx) => {
      tries.push(name);
      await take(tx, first);
      await sleep(100);
      await take(tx, second);
    });
  await Promise.all([run('a', lamp.id, vase.id), run('b', vase.id, lamp.id)]);
  expect(tries).toHaveLength(3);
  expect([await stockOf(lamp.id), await stockOf(vase.id)]).toEqual(before.map((stock) => stock - 2));
});

test('a row that two writers insert concurrently is added once', async () => {
  const customers = await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.change(async (tx) => {
        const present = await tx.selectFrom('seller').select('id').where('name', '=', 'New').executeTakeFirst();
        await sleep(20);
        if (present) return present.id;
        const row = await tx
          .insertInto('seller')
          .values({ kind: 'retailer', name: 'New' })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      }),
    ),
  );
  expect(new Set(customers).size).toBe(1);
});

test('other failures are not retried', async () => {
  let tries = 0;
  const broken = shop.change(async (tx) => {
    tries++;
    await sql`SELECT 1 / 0`.execute(tx);
  });
  await expect(broken).rejects.toThrow('division by zero');
  expect(tries).toBe(1);
});

test('more writers than connections all succeed', async () => {
  const before = await stockOf(lamp.id);
  await Promise.all(
    Array.from({ length: 40 }, () =>
      write(shop.store.db, (tx) =>
        tx.updateTable('product').set({ stock: sql<number>`stock + 1` }).where('id', '=', lamp.id).execute(),
      ),
    ),
  );
  expect(await stockOf(lamp.id)).toBe(before + 40);
});

test('a cart that many requests fill concurrently stays within its limit of lines', async () => {
  const { id } = await shop.change((tx) => findOrCreateCustomer(tx, '9876543211'));
  const products = await shop.change(async (tx) => {
    const added: AddedProduct[] = [];
    for (let i = 0; i < MAX_CART_LINES + 10; i++) added.push(await addProduct(tx, { name: `Thing ${i}`, category: 'Things' }));
    return added;
  });
  const put = (product: AddedProduct) => shop.change((tx) => setCartLine(tx, id, { product_id: product.id, quantity: 1 }));
  const outcomes = await Promise.allSettled(products.map(put));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CART_LINES);
  expect(await readCart(shop.store.db, id)).toHaveLength(MAX_CART_LINES);
});

/** The texts of the statements of one checkout, without those that workers of the store send meanwhile. */
async function statementsOfCheckout(productId: number): Promise<string[]> {
  const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: productId, quantity: 1 }]);
  const checkout = new AsyncLocalStorage<string[]>();
  const { query } = pg.Client.prototype;
  const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [text] = args as [string | pg.QueryConfig];
    checkout.getStore()?.push(typeof text === 'string' ? text : text.text);
    return Reflect.apply(query, this, args);
  });
  try {
    const texts: string[] = [];
    await checkout.run(texts, () => customerOf(shop, token).buy('500.00'));
    return texts;
  } finally {
    queries.mockRestore();
  }
}

test('a checkout of one line takes eighteen round trips, and seventeen where no message has a limit', async () => {
  const { id } = await shop.add({ name: 'Blue vase', category: 'Home', price: 50_000, stock: 50 });
  const limited = await statementsOfCheckout(id);
  expect(limited.length, limited.join('\n')).toBe(18);
  await shop.change((tx) => setLimits(tx, { sms_per_hour: null, sms_per_day: null, mail_per_hour: null, mail_per_day: null }));
  const unlimited = await statementsOfCheckout(id);
  expect(unlimited.length, unlimited.join('\n')).toBe(17);
});

test('a NUL character is removed from texts, because PostgreSQL cannot store it', async () => {
  await shop.change((tx) => tx.updateTable('product').set({ name: 'La\0mp' }).where('id', '=', lamp.id).execute());
  const row = await shop.store.db.selectFrom('product').select('name').where('id', '=', lamp.id).executeTakeFirstOrThrow();
  expect(row.name).toBe('La\ufffdmp');
  expect((await readSettings(shop.store.db)).store_name).toBe('Haat');
});

test('counts and sums are numbers, and text sorts as in SQLite', async () => {
  const { db } = shop.store;
  const row = await db
    .selectFrom('variant')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('stock').as('sum')])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ count: expect.any(Number), sum: expect.any(Number) });
  for (const name of ['a', 'B', '_', 'Z', 'é']) {
    await shop.change((tx) => tx.insertInto('seller').values({ kind: 'wholesaler', name }).execute());
  }
  const sellers = await db.selectFrom('seller').select('name').where('kind', '=', 'wholesaler').orderBy('name').execute();
  expect(sellers.map(({ name }) => name)).toEqual(['B', 'Z', '_', 'a', 'é']);
});
