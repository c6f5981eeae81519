import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';
import { findProductsBySlug } from '#api/services/catalogue/read-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { readSettings, saveSettings } from '#api/services/store/settings.ts';
import { addToCartCall, getCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { catalogueFile, importInto } from '#tests/support/store/catalogue-file.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openShop, postgresUrl, signUp, type TestShop } from '#tests/support/store/test-store.ts';

describe('the seller of the store’s own products', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const rename = async (store_name: string) => {
    const settings = await readSettings(shop.store.db);
    await shop.change((tx) => saveSettings(tx, { ...settings, store_name }));
  };
  const sellerOf = async (slug: string) => (await findProductsBySlug(shop.store.db, [slug]))[0]?.seller_name;

  test('has the store’s current name on products and in carts; orders keep the name at the time', async () => {
    await importInto(shop, catalogueFile(1));
    expect(await sellerOf('shirt-0')).toBe('Haat');
    await rename('Meena Stores');
    expect(await sellerOf('shirt-0')).toBe('Meena Stores');

    const token = await signUp(shop, '9811111111');
    const [product] = await findProductsBySlug(shop.store.db, ['shirt-0']);
    const variant_id = product?.variants[0]?.id ?? 0;
    await shop.succeed(addToCartCall, { token, body: { product_id: product?.product_id ?? 0, id: variant_id, quantity: 1 } });
    expect((await shop.succeed(getCartCall, { token })).data.cart).toMatchObject([{ seller_name: 'Meena Stores' }]);
    const body = { address, payment_method: 'cod' as const, expected_total: '499.00' };
    await shop.succeed(checkoutCall, { token, headers: { 'idempotency-key': crypto.randomUUID() }, body });
    await rename('Meena & Daughters');
    expect(await sellerOf('shirt-0')).toBe('Meena & Daughters');
    expect((await shop.succeed(getOrdersCall, { token })).data[0]?.seller_name).toBe('Meena Stores');
  });

  test('is preserved by an export, and is used for files that name the store as the seller', async () => {
    let text = '';
    await exportCatalogue(shop.store.db, async (part) => (text += part));
    expect(text).not.toContain('Meena');
    const seller = { kind: 'retailer', name: 'Meena & Daughters' } as const;
    await importInto(shop, catalogueFile(2), { seller, storeName: 'Meena & Daughters' });
    await rename('Third Name');
    expect([await sellerOf('shirt-0'), await sellerOf('shirt-1')]).toEqual(['Third Name', 'Third Name']);
  });

  test('is another seller where the file names one', async () => {
    await importInto(shop, catalogueFile(1), { seller: { kind: 'wholesaler', name: 'Loom' }, storeName: 'Third Name' });
    expect(await sellerOf('shirt-0')).toBe('Loom');
  });
});

test('in an older shop follows the settings if it has the store’s current or first name', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'older-shop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const dialect = database ? longRunningPostgresDialect(database.url) : new NodeSqliteDialect(databaseFile(dataDir));
  const older = new Kysely<Tables>({ dialect });
  const migrator = new Migrator({ db: older, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo('0006-imported-stock');
  expect(error).toBeUndefined();
  await older
    .insertInto('store')
    .values({ id: 1, settings: JSON.stringify({ store_name: 'Meena Stores' }), home_sections: '[]' })
    .execute();
  const sellers = ['Haat', 'Meena Stores', 'Loom'].map((name) => ({ kind: 'retailer' as const, name }));
  await older.insertInto('seller').values(sellers).execute();
  await older.insertInto('sub_category').values({ name: 'Home', image: '', position: 1 }).execute();
  const ids = (await older.selectFrom('seller').select('id').orderBy('id').execute()).map(({ id }) => id);
  const facts = { description: '', pictures: '', picture_alts: '[]', sub_category_id: 1, keywords: '', import_hash: '' };
  const more = { price: 1, mrp: 1, stock: 0, active: 1, created_at: '2026-01-01T00:00:00.000Z' };
  await older
    .insertInto('product')
    .values(ids.map((seller_id) => ({ slug: `p-${seller_id}`, name: 'P', seller_id, ...facts, ...more })))
    .execute();
  await older.destroy();

  const db = await openDatabase(dataDir, database?.url);
  const products = await findProductsBySlug(
    db,
    ids.map((id) => `p-${id}`),
  );
  expect(products.map(({ seller_name }) => seller_name)).toEqual(['Meena Stores', 'Meena Stores', 'Loom']);
  expect((await db.selectFrom('seller').select('name').orderBy('name').execute()).map(({ name }) => name)).toEqual(['', 'Loom']);
  await db.destroy();
  await database?.drop();
});
