import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { deferWrites } from '#api/database/transaction-hooks.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const readLimits = (db: Db) =>
  db.selectFrom('shop_limit').select(['name', 'value']).where('name', 'like', 'x%').orderBy('name').execute();
const insertLimit = (tx: Tx, name: string, value: number) => tx.insertInto('shop_limit').values({ name, value });

test('deferred writes keep their own values when they run as one statement', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ name: `x${String.fromCharCode(97 + i)}`, value: i }));
  await shop.change(async (tx) => {
    deferWrites(tx, 'test', () => [
      tx.insertInto('shop_limit').values(rows.slice(0, 7)),
      tx.insertInto('shop_limit').values(rows.slice(7, 8)),
      tx.insertInto('shop_limit').values(rows.slice(8)),
    ]);
  });
  expect(await readLimits(shop.store.db)).toEqual(rows);
});

test('a deferred write that fails rolls the transaction back with its own error', async () => {
  const failing = shop.change(async (tx) => {
    await insertLimit(tx, 'x1', 1).execute();
    deferWrites(tx, 'test', () => [
      insertLimit(tx, 'x2', 2),
      tx.insertInto('store').values({ id: 2, settings: '{}', home_sections: '[]' }),
    ]);
  });
  await expect(failing).rejects.toThrow('check constraint');
  expect(await readLimits(shop.store.db)).toEqual([]);
});

test('a deferred write that conflicts with another transaction is retried with it', async () => {
  await shop.change((tx) => insertLimit(tx, 'x1', 1).execute());
  let tries = 0;
  await shop.change(async (tx) => {
    tries++;
    deferWrites(tx, 'test', () => [insertLimit(tx, 'x9', 9), insertLimit(tx, `x${tries}`, tries)]);
  });
  expect(tries).toBe(2);
  expect(await readLimits(shop.store.db)).toEqual([
    { name: 'x1', value: 1 },
    { name: 'x2', value: 2 },
    { name: 'x9', value: 9 },
  ]);
});

test('checkouts go on when the server has closed their connections', async () => {
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 10 });
  const buy = async () => {
    const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 1 }]);
    await customerOf(shop, token).buy('500.00');
  };
  for (let i = 0; i < 3; i++) await buy();
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'store' AND datname = current_database() AND pid <> pg_backend_pid()`.execute(shop.store.db);
  for (let i = 0; i < 3; i++) await buy();
  const orders = await shop.store.db.selectFrom('orders').select('id').execute();
  expect(orders).toHaveLength(6);
});
