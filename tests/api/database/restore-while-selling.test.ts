import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { restoreBackup } from '#api/database/maintenance/restore.ts';
import { writeSnapshot } from '#api/database/sqlite/snapshot.ts';
import { dropDatabase, makeDatabase } from '#tests/support/postgres/database.ts';
import { checkoutWish, makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { openShop, postgresUrl, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Replaces the database by the one from before all customers, as `store restore` does, or as with pg_restore into a new database. */
async function restore(backup: string): Promise<void> {
  if (!postgresUrl) return void (await restoreBackup(backup, shop.dataDir));
  const name = new URL(shop.databaseUrl ?? '').pathname.slice(1);
  await dropDatabase(postgresUrl, name);
  await makeDatabase(postgresUrl, name, 'store_template');
}

/** Sends every kind of write that a cart and a checkout make, one per customer; returns the replies. */
const sendWrites = (tokens: readonly string[], productId: number): Promise<Response[]> =>
  Promise.all(
    tokens.map((token, i) => {
      const wish = checkoutWish(token, '500.00');
      const line = { product_id: productId, quantity: 2 };
      const [path, headers, body] = i % 3 ? ['/checkout', wish.headers, wish.body] : ['/customer/add-to-cart', {}, line];
      return shop.raw(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    }),
  );

/** Adds customers with a lamp in the cart. */
async function addBuyers(count: number) {
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 });
  return { productId: lamp.id, tokens: await makeCustomers(shop, count, () => [{ product_id: lamp.id, quantity: 1 }]) };
}

test('writes during which a backup replaces the database succeed, or are refused and may be sent again', async () => {
  const backup = join(shop.dataDir, 'backup.db');
  if (!postgresUrl) writeSnapshot(databaseFile(shop.dataDir), backup);
  const { tokens, productId } = await addBuyers(300);
  const writes = sendWrites(tokens, productId);
  await restore(backup);
  for (const reply of await writes) {
    if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    else expect(reply.status, await reply.text()).toBeLessThan(500);
  }
});

test('a write that fails without a restore is a failure of the shop', async () => {
  const { tokens, productId } = await addBuyers(2);
  await sql`ALTER TABLE checkout RENAME TO renamed`.execute(shop.store.db);
  const statuses = async () => (await sendWrites(tokens, productId)).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 500]);
  if (!postgresUrl) return;
  const client = new pg.Client({ connectionString: shop.databaseUrl, application_name: 'pg_restore' });
  await client.connect();
  expect(await statuses()).toEqual([200, 503]);
  await client.end();
});
