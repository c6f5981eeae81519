import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bumpRevision, readRevision } from '#api/database/catalogue-revision.ts';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { beforeCommit, deferWrites } from '#api/database/transaction-hooks.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { openShop, postgresUrl, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a write that throws is rolled back', async () => {
  const before = await readRevision(shop.store.db);
  const broken = write(shop.store.db, async (tx) => {
    await bumpRevision(tx);
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(await readRevision(shop.store.db)).toBe(before);
});

test('writes of one process run in sequence, and a failed one does not stop the next', async () => {
  const before = await readRevision(shop.store.db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      write(shop.store.db, async (tx) => {
        await bumpRevision(tx);
        await sleep(1);
        if (i % 4 === 0) throw new Error('no');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
  expect(await readRevision(shop.store.db)).toBe(before + 15);
});

test('hooks before a commit run once, and hooks after it run only if it succeeded', async () => {
  const { db } = shop.store;
  const before = await readRevision(db);
  await write(db, async (tx) => {
    await bumpRevision(tx);
    await bumpRevision(tx);
    expect(await readRevision(tx)).toBe(before);
  });
  expect(await readRevision(db)).toBe(before + 1);
  expect(shop.store.revision()).toBe(before + 1);
});

test('deferred writes run together once the work is done, and none is accepted later', async () => {
  const { db } = shop.store;
  const names = async (runner: Db) => {
    const rows = await runner
      .selectFrom('shop_limit')
      .select('name')
      .where('name', 'like', 'deferred%')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  };
  const insert = (tx: Tx, name: string) => tx.insertInto('shop_limit').values({ name: `deferred ${name}`, value: 1 });
  await write(db, async (tx) => {
    deferWrites(tx, 'a', () => [insert(tx, '1'), insert(tx, '2')]);
    deferWrites(tx, 'a', () => [insert(tx, '3')]);
    deferWrites(tx, 'b', () => [insert(tx, '4')]);
    beforeCommit(tx, 'late', async () => {
      expect(() => deferWrites(tx, 'c', () => [insert(tx, '5')])).toThrow('after the end of the transaction');
    });
    expect(await names(tx)).toEqual([]);
  });
  expect(await names(db)).toEqual(['deferred 3', 'deferred 4']);
});

test('several processes may open a new shop at the same time', async () => {
  const dataDir = mkdtempSync(`${tmpdir()}/shop-`);
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(dataDir, database?.url)));
  for (const db of databases) {
    expect(await readRevision(db)).toBe(1);
    await db.destroy();
  }
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

test('nothing is in an empty list, and everything is not', async () => {
  const revisions = shop.store.db.selectFrom('catalogue_revision').select('id');
  expect(await revisions.where('id', 'in', []).execute()).toEqual([]);
  expect(await revisions.where('id', 'not in', []).execute()).toHaveLength(1);
});
