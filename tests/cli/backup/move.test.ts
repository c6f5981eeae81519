import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { findProducts } from '#api/services/products/products.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { emptyShop, store, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { addProduct } from '#tests/support/store/products.ts';

const postgresUrl = inject('postgresUrl') ?? '';

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase(postgresUrl);
  onTestFinished(drop);
  return url;
}

/** Adds rows to most tables of a shop. */
async function fill(db: Db): Promise<void> {
  await write(db, async (tx) => {
    await saveSettings(tx, { ...defaultSettings, store_name: 'Tana & Bana' });
    const shirt = await addProduct(tx, { name: 'Kérala Shirt', category: 'Shirts', stock: { S: 3, M: 4 }, keywords: 'नमस्ते 🌞' });
    for (let i = 0; i < 600; i++) await addProduct(tx, { name: `Lamp ${i}`, category: 'Home' });
    const gone = await addProduct(tx, { name: 'Gone', category: 'Home' });
    await tx.deleteFrom('product').where('id', '=', gone.id).execute();
    const { id } = await findOrCreateCustomer(tx, '9876543210');
    await setCartLine(tx, id, { product_id: shirt.id, product_variation: 'M', quantity: 2 });
    await createSession(tx, id);
    await tx.updateTable('customer').set({ firstname: 'A\0sha' }).where('id', '=', id).execute();
  });
}

test('a shop moves to PostgreSQL with equal counts and checksums and continues there', async () => {
  const { db, dataDir } = await emptyShop();
  await fill(db);
  const url = await emptyDatabase();
  const ended = await store(dataDir, 'move', '--to', url, '--json');
  expect(ended).toMatchObject({ code: 0, err: '' });
  const moved = JSON.parse(ended.out) as { table: string; rows: number; checksum: string }[];
  expect(moved).toContainEqual({ table: 'product', rows: 601, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(moved).toContainEqual(expect.objectContaining({ table: 'session', rows: 1 }));
  expect(moved.map(({ table }) => table).filter((table) => /kysely|sqlite|words|term/.test(table))).toEqual([]);

  const target = await openDatabase(dataDir, url);
  onTestFinished(() => target.destroy());
  const product = (of: Db) => of.selectFrom('product').selectAll().orderBy('id').execute();
  expect(await product(target)).toEqual(await product(db));
  expect(await target.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).toEqual(
    await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow(),
  );
  expect((await target.selectFrom('customer').select('firstname').executeTakeFirstOrThrow()).firstname).toBe('A\ufffdsha');
  expect((await findProducts(target, { search: 'kerala shrit' })).data.map(({ name }) => name)).toEqual(['Kérala Shirt']);

  const newest = Math.max(...(await product(db)).map(({ id }) => id));
  const added = await write(target, (tx) => addProduct(tx, { name: 'Vase', category: 'Home' }));
  expect(added.id).toBe(newest + 2);

  const again = await store(dataDir, 'move', '--to', url);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
  expect(await product(target)).toHaveLength(602);

  const listed = await storeIn({ DATA_DIR: dataDir, DATABASE_URL: url }, 'products', '--json');
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('"slug": "vase"') });
});

test('a database that belongs to another program is left unchanged', async () => {
  const { dataDir } = await emptyShop();
  const url = await emptyDatabase();
  const other = new pg.Client(url);
  await other.connect();
  await other.query('CREATE TABLE ledger (id int)');
  expect(await store(dataDir, 'move', '--to', url)).toMatchObject({ code: 1, err: expect.stringContaining('"ledger"') });
  const { rows } = await other.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  await other.end();
  expect(rows).toEqual([{ tablename: 'ledger' }]);
});

test('the command needs a shop to move and a target address', async () => {
  const { dataDir } = await emptyShop();
  expect(await store(dataDir, 'move')).toMatchObject({ code: 2 });
  expect(await store(dataDir, 'move', '--to', 'mysql://x/y')).toMatchObject({ code: 2 });
  const url = await emptyDatabase();
  expect(await store(temporaryFolder(), 'move', '--to', url)).toMatchObject({ code: 1 });
  const refused = await store(dataDir, 'move', '--to', 'postgres://postgres@localhost:1/none');
  const sentence =
    /^Error: The target database cannot be used \(.*ECONNREFUSED.*\)\. Check that the URL is right, .+ Nothing was moved\.\n$/;
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
});

test('a shop moves whose categories and sellers differ only in case', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, async (tx) => {
    for (const [i, name] of ['ÉTOILE', 'étoile', 'Straße', 'Strasse'].entries())
      await addProduct(tx, { name: `Robe ${i}`, category: name, seller: name });
  });
  const url = await emptyDatabase();
  expect(await store(dataDir, 'move', '--to', url)).toMatchObject({ code: 0, err: '' });
});
