import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

test('orders of an older shop keep their amounts, without charges and discounts of later versions, and amounts must still add up', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'older-shop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const dialect = database ? longRunningPostgresDialect(database.url) : new NodeSqliteDialect(databaseFile(dataDir));
  const older = new Kysely<Tables>({ dialect });
  const migrator = new Migrator({ db: older, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo('0011-import-staging')).error).toBeUndefined();
  const at = '2026-01-01T00:00:00.000Z';
  const who = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: '9876543210' };
  await older.insertInto('seller').values({ id: 1, kind: 'retailer', name: '' }).execute();
  await older
    .insertInto('customer')
    .values({ id: 1, ...who, created_at: at })
    .execute();
  const checkout = { id: 1, customer_id: 1, idempotency_key: 'k', body_hash: 'h', reply: '{}', created_at: at };
  await older.insertInto('checkout').values(checkout).execute();
  const order = {
    order_number: 'HT-TEST2345',
    checkout_id: 1,
    customer_id: 1,
    seller_id: 1,
    status: 'order has been placed',
    payment_method: 'cod',
    payment_status: 'pending',
    price: 49_900,
    discount_amount: 4990,
    final_amount: 44_910,
    quantity: 1,
    address: JSON.stringify(address),
    placed_at: at,
  } as const;
  await older.insertInto('orders').values(order).execute();
  expect((await migrator.migrateTo('0047-product-facts')).error).toBeUndefined();
  const charged = { shipping_amount: 4900, cod_fee: 3000, final_amount: 52_810 };
  await older
    .insertInto('orders')
    .values({ ...order, ...charged, order_number: 'HT-TEST2347' })
    .execute();
  await older.destroy();

  const db = await openDatabase(dataDir, database?.url);
  const amounts = ['price', 'discount_amount', 'prepaid_discount', 'shipping_amount', 'cod_fee', 'final_amount'] as const;
  const discounts = { price: 49_900, discount_amount: 4990, prepaid_discount: 0 };
  expect(await db.selectFrom('orders').select(amounts).orderBy('id').execute()).toEqual([
    { ...discounts, shipping_amount: 0, cod_fee: 0, final_amount: 44_910 },
    { ...discounts, ...charged },
  ]);
  const insert = (final_amount: number) =>
    db
      .insertInto('orders')
      .values({ ...order, order_number: 'HT-TEST2346', shipping_amount: 4900, cod_fee: 3000, final_amount })
      .execute();
  await expect(insert(44_910)).rejects.toThrow();
  await insert(52_810);
  await db.destroy();
  await database?.drop();
});
