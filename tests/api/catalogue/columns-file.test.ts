import { existsSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { columnsFile, searchMatchesFile } from '#api/database/files/data-folder.ts';
import { type Engine, engineOf } from '#api/database/schema/engine.ts';
import { indexProduct } from '#api/database/search/product-index.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { readColumns } from '#api/services/columns/columns-file.ts';
import {
  getColumnsToKeep,
  getCurrentColumns,
  hasLoadedColumns,
  refreshColumns,
  waitForMatches,
} from '#api/services/columns/current-columns.ts';
import { loadColumns } from '#api/services/columns/load-columns.ts';
import { MatchCache } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { withdrawProduct } from '#api/services/import/apply/withdraw-product.ts';
import { readSearchMatches } from '#api/services/search/column-matches.ts';
import { prepareLargeCatalogue, saveColumns } from '#api/services/search/large-catalogue-files.ts';
import { getProductsCall, productFacetsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { describeColumns } from '#tests/support/store/columns.ts';
import { startProductIdsAt } from '#tests/support/store/products.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** The id from which a catalogue counts as large. */
const LARGE = 50_000;

/** Opens a shop of a few products whose ids are those of a large catalogue. */
async function openLargeShop(): Promise<TestShop> {
  const shop = await openShop();
  onTestFinished(shop.close);
  await startProductIdsAt(shop.store.db, LARGE);
  for (let i = 0; i < 12; i++)
    await shop.add({
      name: `Linen Shirt ${i % 5}`,
      slug: `shirt-${i}`,
      category: 'Shirts',
      price: 10_000 + (i % 4) * 500,
      stock: { M: 1, [`${i}`]: 2 },
    });
  return shop;
}

/** The same with its columns in the file. */
async function openSavedShop(): Promise<TestShop> {
  const shop = await openLargeShop();
  await refreshColumns(shop.store.db);
  await saveColumns(shop.store.db);
  expect(existsSync(columnsFile(shop.dataDir))).toBe(true);
  return shop;
}

/** Opens the shop in a process that has just started, and waits until the first listing was answered. */
async function restart(shop: TestShop): Promise<TestShop> {
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  started.store.preload();
  await started.succeed(getProductsCall, { params: { page: '1' }, body: {} });
  return started;
}

/** Fails when a query loads the columns: then they are not from the file. */
async function expectRestored({ store }: TestShop): Promise<void> {
  expect(hasLoadedColumns(store.db)).toBe(true);
  const restored = describeColumns(await getCurrentColumns(store.db));
  expect(restored).toEqual(describeColumns(await loadColumns(store.db)));
}

const reads = {
  'a listing': (shop: TestShop) => shop.call(getProductsCall, { params: { page: '1' }, body: {} }),
  'a search': (shop: TestShop) => shop.call(searchProductsCall, { params: { page: '1' }, body: { search: 'linen' } }),
  'the counts of filters': (shop: TestShop) => shop.call(productFacetsCall, { body: {} }),
};

test.for(Object.entries(reads))('%s after a start waits for the columns from the file', async ([, read]) => {
  const started = await openAgain(await openSavedShop(), {});
  onTestFinished(started.close);
  started.store.preload();
  expect(await read(started)).toMatchObject({ success: true });
  await expectRestored(started);
});

test('a start brings columns from the file up to what was sold and changed since', async () => {
  const shop = await openSavedShop();
  const { id, variants } = await shop.add({ name: 'Silk Shirt', category: 'Shirts', stock: { M: 1 } });
  await shop.change((tx) => deductStock(tx, [{ product_id: id, variant_id: variants['M'] ?? 0, quantity: 1 }]));
  await shop.change(async (tx) => {
    await tx.updateTable('product').set({ price: 9900 }).where('slug', '=', 'shirt-3').execute();
    await bumpRevision(tx, [], 'assortment', [LARGE + 3]);
  });
  await expectRestored(await restart(shop));
});

test('the file is written once, also by two processes', async () => {
  const shop = await openSavedShop();
  const file = columnsFile(shop.dataDir);
  const other = await restart(shop);
  const before = readFileSync(file);
  await Promise.all([saveColumns(shop.store.db), saveColumns(other.store.db)]);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect((await readdir(shop.dataDir)).filter((name) => name.startsWith('.columns'))).toEqual([]);
});

test('a running server writes the file of a large catalogue, and keeps up with changes that no one reads', async () => {
  const shop = await openLargeShop();
  await refreshColumns(shop.store.db);
  await expect.poll(() => existsSync(columnsFile(shop.dataDir)), { timeout: 10_000 }).toBe(true);
  const other = await openAgain(shop, {});
  onTestFinished(other.close);
  await other.add({ name: 'Silk Shirt', category: 'Shirts' });
  await expect.poll(() => getColumnsToKeep(shop.store.db)?.columns.ids.length, { timeout: 10_000 }).toBe(13);
});

test('a small catalogue has no file', async () => {
  const shop = await openShop();
  onTestFinished(shop.close);
  await shop.add({ name: 'Linen Shirt', category: 'Shirts' });
  await refreshColumns(shop.store.db);
  await saveColumns(shop.store.db);
  await prepareLargeCatalogue(shop.store.db, shop.dataDir);
  expect(existsSync(columnsFile(shop.dataDir))).toBe(false);
});

test('a command prepares the file for the next start, at first and after a change', async () => {
  const shop = await openLargeShop();
  const command = await openAgain(shop, {});
  await prepareLargeCatalogue(command.store.db, shop.dataDir);
  await command.close();
  const first = readFileSync(columnsFile(shop.dataDir));
  await shop.add({ name: 'Silk Shirt', category: 'Shirts' });
  const next = await openAgain(shop, {});
  await prepareLargeCatalogue(next.store.db, shop.dataDir);
  await next.close();
  expect(readFileSync(columnsFile(shop.dataDir)).equals(first)).toBe(false);
  await expectRestored(await restart(shop));
});

/** Names of the products that a search finds, sorted. */
async function searchNames(shop: TestShop, search: string): Promise<string[]> {
  const { data } = await shop.succeed(searchProductsCall, { params: { page: '1' }, body: { search } });
  return data.map(({ name }) => name).sort();
}

describe('the matches of likely searches', () => {
  async function openPreparedShop(): Promise<TestShop> {
    const shop = await openLargeShop();
    await prepareLargeCatalogue(shop.store.db, shop.dataDir);
    return shop;
  }

  test('are in the file that a command prepares, and are those of the index', async () => {
    const started = await restart(await openPreparedShop());
    await waitForMatches(started.store.db);
    const columns = (await getCurrentColumns(started.store.db)) as ProductColumns;
    const kept = columns.matches.get(JSON.stringify([[['shirts']]]));
    expect(kept?.parts.flatMap((part) => [...part])).toHaveLength(12);
    expect(await readSearchMatches(started.store.db, { ...columns, matches: new MatchCache() }, [[['shirts']]])).toEqual(kept);
  });

  test('are read from the file by a search after a start', async () => {
    const shop = await openPreparedShop();
    // What the index no longer finds can only be from the file.
    await shop.change((tx) =>
      sql`DELETE FROM product_words WHERE ${sql.ref(engineOf(tx) === 'postgres' ? 'product_id' : 'rowid')} = ${LARGE}`
        .execute(tx)
        .then(() => undefined),
    );
    const started = await restart(shop);
    expect(await searchNames(started, 'shirts')).toHaveLength(12);
  });

  test.for([
    ['is damaged', (file: string) => changeByte(file, -1, (byte) => byte ^ 1)],
    ['is of other columns', (file: string) => spoilStamp(file)],
    ['is missing', (file: string) => unlinkSync(file)],
  ] as const)('are read from the index when their file %s', async ([, damage]) => {
    const shop = await openPreparedShop();
    damage(searchMatchesFile(shop.dataDir));
    const started = await restart(shop);
    await waitForMatches(started.store.db);
    expect((await getCurrentColumns(started.store.db))?.matches.size).toBe(0);
    await expectRestored(started);
    expect(await searchNames(started, 'shirts')).toHaveLength(12);
  });

  test('are taken over by a running server from a command that has changed products', async () => {
    const shop = await openPreparedShop();
    const server = await restart(shop);
    const commonWords = async () => (await getCurrentColumns(server.store.db))?.matches.commonWords;
    await expect.poll(commonWords).toBeDefined();
    const command = await openAgain(shop, {});
    await command.add({ name: 'Linen Kurta', category: 'Kurtas' });
    expect(await commonWords()).toBeUndefined();
    // A server may write the file first, without these words.
    await getCurrentColumns(shop.store.db);
    await saveColumns(shop.store.db);
    await prepareLargeCatalogue(command.store.db, shop.dataDir);
    await command.close();
    await expect.poll(commonWords, { timeout: 10_000 }).toBeDefined();
    expect(await searchNames(server, 'linen')).toContain('Linen Kurta');
  });

  test('are forgotten when a product is added, changed or withdrawn', async () => {
    const shop = await openPreparedShop();
    await shop.add({ name: 'Linen Kurta', category: 'Kurtas' });
    const started = await restart(shop);
    expect(await searchNames(started, 'linen')).toContain('Linen Kurta');
    await shop.change(async (tx) => {
      await withdrawProduct(tx, LARGE);
      await indexProduct(tx, LARGE);
      await bumpRevision(tx, [], 'assortment', [LARGE]);
    });
    const next = await restart(shop);
    expect(await searchNames(next, 'linen')).toHaveLength(12);
  });
});

/** Changes one byte of the file. */
function changeByte(file: string, at: number, value: (byte: number) => number): void {
  const bytes = readFileSync(file);
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = value(bytes[index] ?? 0);
  writeFileSync(file, bytes);
}

const replaceText = (file: string, before: RegExp, after: string): void =>
  writeFileSync(file, readFileSync(file, 'latin1').replace(before, after), 'latin1');

const damages: Record<string, (file: string) => void> = {
  'that was cut short': (file) => truncateSync(file, 200),
  'that is empty': (file) => truncateSync(file, 0),
  'with one wrong byte': (file) => changeByte(file, -20, (byte) => byte ^ 1),
  'with a wrong checksum': (file) => changeByte(file, -1, (byte) => byte ^ 1),
  'with a wrong byte in its header': (file) => changeByte(file, 40, () => 0),
  'with an impossible length of its header': (file) => changeByte(file, 23, () => 0xff),
  'of another version': (file) => replaceText(file, /columns-3/, 'columns-2'),
};

/** Gives a file the stamp of another history, with a right checksum. */
function spoilStamp(file: string): void {
  replaceText(file, /"stamp":"../, '"stamp":"zz');
  const bytes = readFileSync(file);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  writeFileSync(file, bytes);
}

test('a damaged file, and one of another version or engine, is not read', async () => {
  const shop = await openSavedShop();
  const file = columnsFile(shop.dataDir);
  const engine = engineOf(shop.store.db);
  const isRead = (of: Engine) => readColumns(file, of, String).then(Boolean, () => false);
  expect(await isRead(engine)).toBe(true);
  expect(await isRead(engine === 'sqlite' ? 'postgres' : 'sqlite')).toBe(false);
  const whole = readFileSync(file);
  for (const [name, damage] of Object.entries(damages)) {
    writeFileSync(file, whole);
    damage(file);
    expect(await isRead(engine), name).toBe(false);
  }
});

test.for([
  ['is damaged', (file: string) => changeByte(file, -20, (byte) => byte ^ 1)],
  ['is of another database', (file: string) => spoilStamp(file)],
] as const)('after a start with a file that %s, the columns are loaded', async ([, damage]) => {
  const shop = await openSavedShop();
  damage(columnsFile(shop.dataDir));
  const started = await openAgain(shop, {});
  onTestFinished(started.close);
  started.store.preload();
  const listed = await started.succeed(getProductsCall, { params: { page: '1' }, body: {} });
  expect(listed.data).toHaveLength(12);
  await expect.poll(() => hasLoadedColumns(started.store.db)).toBe(true);
  await expectRestored(started);
});

test('a file from before more changes than are known is not used', async () => {
  const shop = await openSavedShop();
  await shop.change(async (tx) => {
    await tx.deleteFrom('listing_change').execute();
    await tx.updateTable('product').set({ active: 0 }).where('slug', '=', 'shirt-3').execute();
    await bumpRevision(tx);
  });
  const started = await restart(shop);
  await expect.poll(() => hasLoadedColumns(started.store.db)).toBe(true);
  await expectRestored(started);
});
