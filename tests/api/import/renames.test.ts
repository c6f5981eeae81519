import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { csvFile, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openShop } from '#tests/support/store/test-store.ts';

const header = ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty'];
const shirt = (handle: string, skus: readonly [string, string] = ['S-1', 'M-1']) => [
  [handle, 'Shirt', 'S', skus[0], '500', '3'],
  [handle, '', 'M', skus[1], '500', '4'],
];
const file = (...rows: string[][]) => csvFile([header, ...rows]);

async function emptyShop(): Promise<{ db: Db }> {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  return { db: shop.store.db };
}

const slugOf = async (db: Db, asked: string) => (await findProductBySlug(db, asked))?.slug;
const onSale = async (db: Db) =>
  (await db.selectFrom('product').select(['id', 'slug']).where('active', '=', 1).orderBy('id').execute()).map(({ slug }) => slug);

test('a product with a new handle and the same SKUs is the same product, and its old address leads to it', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [file(...shirt('shirt'))]);
  const before = await findProductBySlug(db, 'shirt');
  const { notes, products } = await importFiles(db, [file(...shirt('linen-shirt'))], { replace: true });
  expect(products).toMatchObject({ added: 0, changed: 1, withdrawn: 0 });
  expect(notes).toContain('1 product has a new handle; the old addresses lead to the new ones: shirt → linen-shirt.');
  const after = await findProductBySlug(db, 'shirt');
  expect(after).toMatchObject({ product_id: before?.product_id, slug: 'linen-shirt', old_slugs: ['shirt'] });
  expect(after?.variants.map(({ id }) => id)).toEqual(before?.variants.map(({ id }) => id));
});

test('a dry run says so and changes nothing', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [file(...shirt('shirt'))]);
  const { notes } = await importFiles(db, [file(...shirt('linen-shirt'))], { dryRun: true });
  expect(notes.join()).toContain('shirt → linen-shirt');
  expect(await onSale(db)).toEqual(['shirt']);
});

test('several renames, also back to the first handle, lead to the current one', async () => {
  const { db } = await emptyShop();
  for (const handle of ['a', 'b', 'c', 'a']) await importFiles(db, [file(...shirt(handle))]);
  expect(await onSale(db)).toEqual(['a']);
  for (const asked of ['a', 'b', 'c', 'B']) expect(await slugOf(db, asked)).toBe('a');
});

test.for([
  ['only some SKUs agree', shirt('new', ['S-1', 'M-2'])],
  ['a variant has no SKU', shirt('new', ['S-1', ''])],
  ['the old product is still in the file', [...shirt('shirt'), ...shirt('new')]],
  ['two products of the file have its SKUs', [...shirt('new'), ...shirt('newer')]],
] as const)('nothing is renamed when %s', async ([, second]) => {
  const { db } = await emptyShop();
  await importFiles(db, [file(...shirt('shirt'))]);
  await importFiles(db, [file(...second)]);
  expect(await slugOf(db, 'shirt')).toBe('shirt');
  expect(await slugOf(db, 'new')).toBe('new');
});

test('the column "Old Handle" renames a product without SKUs, and an export keeps it', async () => {
  const [{ db }, other] = [await emptyShop(), await emptyShop()];
  const plain = (...cells: string[]) => csvFile([['Handle', 'Title', 'Variant Price', 'Old Handle'], cells]);
  await importFiles(db, [plain('cap', 'Cap', '100', '')]);
  await importFiles(db, [plain('wool-cap', 'Wool cap', '100', 'Cap hat')]);
  expect(await onSale(db)).toEqual(['wool-cap']);
  const exported = join(temporaryFolder(), 'export.csv');
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(exported, text);
  await importFiles(other.db, [exported]);
  for (const shop of [db, other.db]) for (const asked of ['cap', 'hat']) expect(await slugOf(shop, asked)).toBe('wool-cap');
});

test('a product on sale keeps its own address', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Old Handle'],
      ['a', 'A', '1', ''],
      ['b', 'B', '1', 'a'],
    ]),
  ]);
  expect(await slugOf(db, 'a')).toBe('a');
});
