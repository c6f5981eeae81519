import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { type ImportOptions, importCatalogue } from '#api/services/import/import-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { addApiKey } from '#api/services/keys/api-keys.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { MAX_COLLECTIONS } from '#lib/contract/limits.ts';
import { programProductCall } from '#lib/contract/programs/product.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { keyOfCategory } from '#lib/rules/http/surrogate-keys.ts';
import { csvFile, textFile } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
  await shop.store.stopWorkers();
});
afterEach(() => shop.close());

const header = ['Handle', 'Title', 'Type', 'Collections', 'Variant Price', 'Variant Inventory Qty', 'Image Src'];
const row = (handle: string, type: string, collections: string) => [
  handle,
  `The ${handle}`,
  type,
  collections,
  '499',
  '5',
  `https://cdn.example/${handle}.jpg`,
];
const bring = (rows: string[][], options: Partial<ImportOptions> = {}, columns = header, into = shop) =>
  importCatalogue(into.store.db, [csvFile([columns, ...rows])], { pictures: createReferenceSource(), ...options });

const listed = async (sub_category: string, { succeed } = shop) =>
  (await succeed(getProductsCall, { params: { page: 1 }, body: { sub_category, sort_by: 'name_asc' } })).data.map(
    ({ slug }) => slug,
  );
const categories = async ({ succeed } = shop) => (await succeed(storeInfoCall)).storeinfo.sub_category_list ?? [];
/** The products on sale by category. */
async function readLists(of = shop): Promise<Record<string, string[]>> {
  const lists: Record<string, string[]> = {};
  for (const { name } of await categories(of)) lists[name] = await listed(name, of);
  return lists;
}

const rows = [row('lamp', 'Lamps', 'Diwali Sale; Gifts'), row('card', 'Gifts', ' diwali  sale ;;GIFTS'), row('mug', 'Mugs', '')];

test('an import lists products in the collections of its file, names in any case being one', async () => {
  const plan = await bring(rows, { dryRun: true });
  expect(plan).toMatchObject({ products: { added: 3 }, badRows: [], columns: { unread: [] } });
  await bring(rows);
  expect(await readLists()).toEqual({ Lamps: ['lamp'], Gifts: ['card', 'lamp'], Mugs: ['mug'], 'Diwali Sale': ['card', 'lamp'] });
  expect((await bring(rows)).products).toMatchObject({ unchanged: 3, changed: 0 });
  const reordered = rows.with(0, row('lamp', 'Lamps', 'GIFTS;Diwali Sale'));
  expect(await bring(reordered, { dryRun: true })).toMatchObject({ products: { unchanged: 3, changed: 0 }, changes: [] });
  expect((await bring(reordered)).products).toMatchObject({ unchanged: 3, changed: 0 });
});

test('a file without the column keeps collections, an empty cell clears them, and the dry run says what changes', async () => {
  await bring(rows);
  const before = await readLists();
  const without = (cells: string[]) => cells.toSpliced(3, 1);
  expect((await bring(rows.map(without), {}, without(header))).products).toMatchObject({ changed: 0 });
  expect(await readLists()).toEqual(before);
  const changed = [row('lamp', 'Lamps', ''), row('card', 'Gifts', 'New; Diwali Sale'), row('mug', 'Mugs', 'Gifts')];
  const { changes } = await bring(changed, { dryRun: true });
  expect(changes).toEqual([
    { slug: 'lamp', change: 'changed', details: ['collections emptied'] },
    { slug: 'card', change: 'changed', details: ['collections + "New"'] },
    { slug: 'mug', change: 'changed', details: ['collections + "Gifts"'] },
  ]);
  expect(await readLists()).toEqual(before);
  expect((await bring(changed)).products).toMatchObject({ changed: 3 });
  expect(await readLists()).toEqual({
    Lamps: ['lamp'],
    Gifts: ['card', 'mug'],
    Mugs: ['mug'],
    'Diwali Sale': ['card'],
    New: ['card'],
  });
  expect((await undoLastImport(shop.store.db)).kept).toEqual([]);
  expect(await readLists()).toEqual(before);
});

test('a product whose category becomes one of its collections is listed there once', async () => {
  await bring(rows);
  const without = (cells: string[]) => cells.toSpliced(3, 1);
  await bring([without(row('lamp', 'gifts', ''))], {}, without(header));
  expect(await readLists()).toMatchObject({ Gifts: ['card', 'lamp'], 'Diwali Sale': ['card', 'lamp'] });
  expect(await shop.store.db.selectFrom('product_category').selectAll().execute()).toHaveLength(2);
  await undoLastImport(shop.store.db);
  expect(await readLists()).toMatchObject({ Lamps: ['lamp'], Gifts: ['card', 'lamp'] });
});

test('replacing withdraws products from their collections, and taking it back lists them again', async () => {
  await bring(rows);
  const before = await readLists();
  await bring([row('mug', 'Mugs', '')], { replace: true, yesWithdraw: 2 });
  expect(await readLists()).toEqual({ Mugs: ['mug'] });
  await undoLastImport(shop.store.db);
  expect(await readLists()).toEqual(before);
});

test('an import purges the lists that its products leave and those that they join', async () => {
  const other = await openShop({
    runsBackgroundWork: false,
    cdn: { ttlSeconds: 600, purge: { url: 'http://127.0.0.1:9/', token: undefined } },
  });
  onTestFinished(other.close);
  const { db } = other.store;
  await bring(rows, {}, header, other);
  await other.change((tx) => tx.deleteFrom('cdn_purge').execute());
  // Pictures of categories stay, so that not everything is purged.
  await bring(rows.with(2, row('mug', 'Mugs', 'Gifts')).with(1, row('card', 'Gifts', '')), {}, header, other);
  const purged = (await db.selectFrom('cdn_purge').selectAll().execute()).flatMap(({ surrogate_keys }) =>
    surrogate_keys.split(' '),
  );
  const stored = await db.selectFrom('sub_category').select(['id', 'name']).execute();
  const lists = stored.filter(({ id }) => purged.includes(keyOfCategory(id))).map(({ name }) => name);
  expect(lists.toSorted()).toEqual(['Diwali Sale', 'Gifts', 'Mugs']);
});

test('collections have the picture of their first product, until it is none of theirs', async () => {
  await bring(rows);
  const pictureOf = async (name: string) => (await categories()).find((category) => category.name === name)?.image;
  expect(await pictureOf('Diwali Sale')).toBe('https://cdn.example/lamp.jpg');
  await bring(rows.with(0, row('lamp', 'Lamps', '')).with(2, row('mug', 'Mugs', 'Hampers')), { replace: true });
  expect(await pictureOf('Hampers')).toBe('https://cdn.example/mug.jpg');
});

describe('a cell is refused', () => {
  test.for([
    [`${Array.from({ length: MAX_COLLECTIONS + 1 }, (_, i) => `C${i}`).join(';')}`, 'has 21 names; a product can have 20'],
    [`Sale; ${'x'.repeat(256)}`, 'has a name that is longer than 255 characters'],
  ] as const)('that has too much: %#', async ([cell, reason]) => {
    expect(await bring([row('lamp', 'Lamps', cell)])).toMatchObject({
      outcome: 'refused',
      badRows: [{ line: 2, column: 'Collections', reason }],
    });
  });
});

test('an export has the collections in their order, changes nothing where it is imported, and makes the same lists in another shop', async () => {
  // Gifts is met as a collection first, and Mugs before it as a category.
  await bring([rows[0], rows[2], rows[1]].flatMap((cells) => (cells ? [cells] : [])));
  const exportTo = async (of: TestShop) => {
    let text = '';
    await exportCatalogue(of.store.db, async (part) => (text += part));
    return text;
  };
  const text = await exportTo(shop);
  expect(text).toContain('Lamps,Diwali Sale; Gifts,');
  expect((await categories()).map(({ name }) => name)).toEqual(['Lamps', 'Mugs', 'Gifts', 'Diwali Sale']);
  const file = textFile(text);
  const options = { pictures: createReferenceSource(), replace: true };
  expect((await importCatalogue(shop.store.db, [file], options)).products).toMatchObject({ changed: 0, unchanged: 3 });
  const other = await openShop();
  onTestFinished(other.close);
  await importCatalogue(other.store.db, [file], options);
  expect(Object.entries(await readLists(other))).toEqual(Object.entries(await readLists()));
  expect(await exportTo(other)).toBe(text);
});

test('a program sets collections, keeps them when it names none, and removes them with an empty list', async () => {
  const token = (await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes: ['products:write'] }))).key;
  const tee = { handle: 'tee', title: 'Tee', category: 'Clothes', variants: [{ price: '499.00', stock: 5 }] };
  const put = async (more: object) => (await shop.succeed(programProductCall, { token, body: { ...tee, ...more } })).data.result;
  expect(await put({ collections: ['Sale', 'clothes', 'New'] })).toBe('added');
  expect(await readLists()).toEqual({ Clothes: ['tee'], Sale: ['tee'], New: ['tee'] });
  expect(await put({ title: 'Better Tee' })).toBe('changed');
  expect(await put({ collections: ['New'] })).toBe('changed');
  expect(await readLists()).toEqual({ Clothes: ['tee'], New: ['tee'] });
  expect(await put({ collections: ['new'] })).toBe('unchanged');
  expect(await put({ collections: [] })).toBe('changed');
  expect(await readLists()).toEqual({ Clothes: ['tee'] });
  await shop.fail(programProductCall, { token, body: { ...tee, collections: ['A; B'] } });
});
