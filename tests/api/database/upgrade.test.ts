import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '#api/database/migrations/index.ts';
import { engineOf } from '#api/database/schema/engine.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { getProductsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import { password } from '#tests/support/store/accounts.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { hashFast, hashSafely } from '#tests/support/store/fast-hashing.ts';
import { type OlderShop, olderVersions, restoreOlderShop } from '#tests/support/store/older-shop.ts';
import { openAgain, openShop, signIn, type TestShop } from '#tests/support/store/test-store.ts';

/** The columns of every table and the definitions of every index, in the order of their names. */
async function readSchema({ store: { db } }: TestShop): Promise<unknown[]> {
  const query =
    engineOf(db) === 'postgres'
      ? sql`SELECT table_name AS name, column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') AS definition
          FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT attrelid::regclass::text, attname::text || ' ' || attstorage::text FROM pg_attribute WHERE attrelid = 'product_words'::regclass
        ORDER BY 1, 2`
      : sql`SELECT name, sql AS definition FROM sqlite_schema ORDER BY name`;
  return (await query.execute(db)).rows;
}

describe.for(olderVersions)('a shop of the version with migration %s', (version) => {
  let older: OlderShop;
  let shop: TestShop;
  beforeAll(async () => {
    older = await restoreOlderShop(version);
    shop = await openAgain(older, { demoMode: true });
  });
  afterAll(async () => {
    await shop?.close();
    await older?.remove();
  });

  const search = async (words: string) =>
    (await shop.succeed(searchProductsCall, { params: { page: 1 }, body: { search: words } })).data.map(({ slug }) => slug);

  test('is upgraded to the schema of a new shop', async () => {
    const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(shop.store.db);
    expect(applied.rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
    const fresh = await openShop();
    const [upgraded, made] = await Promise.all([readSchema(shop), readSchema(fresh)]);
    await fresh.close();
    expect(upgraded).toEqual(made);
  });

  test('lists its products and finds them', async () => {
    const { data } = await shop.succeed(getProductsCall, { params: { page: 1 }, body: {} });
    expect(data.map(({ slug }) => slug).sort()).toEqual([
      'brass-watch',
      'canvas-bag',
      'cotton-kurta',
      'denim-jacket',
      'leather-belt',
      'linen-shirt',
      'silk-saree',
      'silver-ring',
    ]);
    expect(data.find(({ slug }) => slug === 'brass-watch')).toMatchObject({ final_price: '2499.00', product_stock: 18 });
    expect(await search('linens')).toEqual(['linen-shirt']);
    expect(await search('रेशमी')).toEqual(['silk-saree']);
    expect(await search('northbound jacket')).toEqual(['denim-jacket']);
  });

  test('knows its customers, their orders and carts, and sells on', async () => {
    hashSafely();
    const registered = await shop.succeed(loginCall, { body: { email: 'meera@example.com', password } }).finally(hashFast);
    expect(registered.data.customer?.firstname).toBe('Meera');
    const shopper = customerOf(shop, await signIn(shop, '9876543210'));
    expect((await shopper.orders()).map(({ final_amount }) => final_amount).sort()).toEqual(['1299.00', '4998.00']);
    expect((await shopper.cart()).map(({ slug, quantity }) => [slug, quantity])).toEqual([['canvas-bag', 3]]);
    await shopper.buy('1497.00');
    expect((await shopper.orders()).map(({ final_amount }) => final_amount).sort()).toEqual(['1299.00', '1497.00', '4998.00']);
  });

  test('is sound for the doctor', async () => {
    const findings = await runChecks({ DATA_DIR: older.dataDir, ...(older.databaseUrl && { DATABASE_URL: older.databaseUrl }) });
    const ofDatabase = findings.filter(({ check }) => check === 'database' || check === 'contents');
    expect(ofDatabase).toEqual([{ check: 'database', state: 'good', finding: 'The database is intact' }]);
  });
});
