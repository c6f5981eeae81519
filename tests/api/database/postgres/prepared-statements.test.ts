import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runPrepared } from '#api/database/run-prepared.ts';
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

const selectLimits = (db: Db) =>
  db.selectFrom('shop_limit').select(['name', 'value']).where('name', 'like', 'x%').orderBy('name').compile();
const readLimits = (db: Db) => runPrepared(db, selectLimits(db));
const insertLimit = (tx: Tx, name: string, value: number) => tx.insertInto('shop_limit').values({ name, value });
const changeType = (type: string) => sql`ALTER TABLE shop_limit ALTER value TYPE ${sql.raw(type)}`.execute(shop.store.db);

/** Numbers of statements that this connection keeps, and of those with this text. */
async function countPrepared(tx: Tx, text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM pg_prepared_statements WHERE statement = ${text}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

test('a frequent statement is prepared once by a connection, others are not', async () => {
  await shop.change(async (tx) => {
    const query = selectLimits(tx);
    for (let i = 0; i < 3; i++) await runPrepared(tx, query);
    expect(await countPrepared(tx, query.sql)).toBe(1);
    const other = tx.selectFrom('shop_limit').select('name').where('value', '=', 1);
    await other.execute();
    expect(await countPrepared(tx, other.compile().sql)).toBe(0);
  });
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

test('a migration that changes the type of a column fails neither reads nor writes that have it prepared', async () => {
  const { db } = shop.store;
  const reads = () => Promise.all(Array.from({ length: 6 }, () => readLimits(db)));
  await shop.change((tx) => insertLimit(tx, 'x1', 1).execute());
  await reads();
  await changeType('numeric');
  expect(await reads()).toEqual(Array.from({ length: 6 }, () => [{ name: 'x1', value: 1 }]));
  await changeType('bigint');
  expect(await shop.change(readLimits)).toEqual([{ name: 'x1', value: 1 }]);
});

test('checkouts go on when the server has closed the connections that had their statements prepared', async () => {
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
