import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { openStore, type Store } from '#api/embedded-store.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let other: Store;
beforeEach(async () => {
  shop = await openShop();
  other = await openStore({ dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, demoMode: true });
});
afterEach(async () => {
  await other.close();
  await shop.close();
});

const endConnections =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Runs a statement as an administrator. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('the writer sees a new catalogue revision at once, every other instance shortly after', async () => {
  const before = shop.store.revision();
  await shop.change(bumpRevision);
  expect(shop.store.revision()).toBe(before + 1);
  await expect.poll(other.revision, { interval: 5, timeout: 400 }).toBe(before + 1);
});

test('a rolled-back change sends no notification', async () => {
  const before = shop.store.revision();
  const broken = shop.change(async (tx) => {
    await bumpRevision(tx);
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(shop.store.revision()).toBe(before);
});

test('without notifications the revision is polled every second', async () => {
  await administer('DROP TRIGGER tell_revision ON catalogue_revision');
  const before = other.revision();
  await shop.change(bumpRevision);
  await expect.poll(other.revision, { interval: 50, timeout: 3000 }).toBe(before + 1);
});

test('a connection that breaks during a transaction fails only that transaction', async () => {
  const broken = shop.change(async (tx) => {
    await bumpRevision(tx);
    await administer(endConnections);
    await sleep(50);
    await tx.selectFrom('product').select('id').execute();
  });
  await expect(broken).rejects.toThrow();
  await shop.change(bumpRevision);
});

test('a broken listening connection is replaced', async () => {
  await administer(endConnections);
  const before = other.revision();
  await expect
    .poll(() =>
      shop.change(bumpRevision).then(
        () => 'done',
        () => 'broken',
      ),
    )
    .toBe('done');
  await expect.poll(other.revision, { interval: 50, timeout: 3000 }).toBe(before + 1);
  const listeners = async () => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'store revision' AND datname = current_database()",
    );
    await client.end();
    return rows.length;
  };
  await expect.poll(listeners, { interval: 100, timeout: 4000 }).toBe(2);
});
