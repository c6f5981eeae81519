import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileOnce, type PlaceholderOf, placeholdersOfRows } from '#api/database/compile-once.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { deferWrites } from '#api/database/transaction-hooks.ts';
import { openShop, postgresUrl, type TestShop } from '#tests/support/store/test-store.ts';

interface Limit {
  name: string;
  value: number | null;
}

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** An insert of limits and how it is built. */
function createInsert() {
  const build = vi.fn((tx: Tx, placeholder: PlaceholderOf<readonly Limit[]>, rows: readonly Limit[]) =>
    tx.insertInto('shop_limit').values(placeholdersOfRows(placeholder, rows)),
  );
  return { build, insert: compileOnce(build, (rows) => rows.length) };
}

const limitsNamed = (db: Db, prefix: string) =>
  db.selectFrom('shop_limit').select(['name', 'value']).where('name', 'like', `${prefix}%`).orderBy('name').execute();

const limit = (name: string, value: number | null): Limit => ({ name, value });

test('a query is built once for each shape, and each execution has its own values', async () => {
  const { build, insert } = createInsert();
  const batches = [[limit('x1', 1), limit('x2', 2)], [limit('x3', 3)], [limit('x4', null), limit('x5', 5)], [limit('x6', 6)]];
  await shop.change(async (tx) => {
    for (const rows of batches) await tx.executeQuery(insert(tx, rows));
  });
  expect(build).toHaveBeenCalledTimes(2);
  expect(await limitsNamed(shop.store.db, 'x')).toEqual(batches.flat());
});

test('queries with many shapes have the right values too', async () => {
  const { insert } = createInsert();
  const batches = Array.from({ length: 60 }, (_, size) =>
    Array.from({ length: size + 1 }, (_, i) => limit(`y${String(size).padStart(2, '0')}-${String(i).padStart(2, '0')}`, i)),
  );
  await shop.change(async (tx) => {
    for (const rows of batches) await tx.executeQuery(insert(tx, rows));
  });
  expect(await limitsNamed(shop.store.db, 'y')).toEqual(batches.flat());
});

test('deferred writes that are compiled once keep their own values when they run as one statement', async () => {
  const { insert } = createInsert();
  const rowsOf = (round: number) =>
    Array.from({ length: 12 }, (_, i) => limit(`z${round}${String.fromCharCode(97 + i)}`, round * 100 + i));
  for (const round of [1, 2, 3]) {
    const rows = rowsOf(round);
    await shop.change(async (tx) => {
      // Also one built each time, between others.
      deferWrites(tx, 'test', () => [
        insert(tx, rows.slice(0, 7)),
        tx.insertInto('shop_limit').values(rows.slice(7, 9)),
        insert(tx, rows.slice(9)),
      ]);
    });
  }
  expect(await limitsNamed(shop.store.db, 'z')).toEqual([1, 2, 3].flatMap(rowsOf));
});

test('a NUL character of a value is kept on SQLite and replaced on PostgreSQL, as in queries that are built each time', async () => {
  const { insert } = createInsert();
  await shop.change((tx) => tx.executeQuery(insert(tx, [limit('n\0ul', 1)])));
  expect(await limitsNamed(shop.store.db, 'n')).toEqual([limit(postgresUrl ? 'n\ufffdul' : 'n\0ul', 1)]);
});
