import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { renameProduct } from '#api/services/catalogue/old-slugs.ts';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { findRedirect, readAllRedirects } from '#api/services/redirects/redirects.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { csvFile, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openShop } from '#tests/support/store/test-store.ts';

const header = ['Handle', 'Title', 'Variant Price', 'SEO Title', 'SEO Description', 'Related Products', 'Old Address'];

async function newShop() {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  return { shop, db: shop.store.db };
}

const read = (db: Db, slug: string) => findProductBySlug(db, slug);
const seoOf = async (db: Db) => {
  const { seo_title, seo_description } = (await read(db, 'shirt')) ?? {};
  return [seo_title, seo_description];
};

async function exported(db: Db): Promise<string> {
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  return text;
}

const rows = [
  header,
  [
    'shirt',
    'Shirt',
    '500',
    'Linen shirt for summer',
    'Light\nand cool',
    'hat; Cap; none; shirt',
    'https://former.example/product/Shirt-1/ /?p=12',
  ],
  ['hat', 'Hat', '100', '', '', '', '/products/hat /old%20hat/'],
  ['cap', 'Cap', '100', '', '', '["hat","gid://shopify/Product/1"]', ''],
];

test('texts for search engines are stored, kept without a column, and emptied by an empty cell', async () => {
  const { db } = await newShop();
  await importFiles(db, [csvFile(rows)]);
  expect(await seoOf(db)).toEqual(['Linen shirt for summer', 'Light and cool']);
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price'],
      ['shirt', 'Shirt', '600'],
    ]),
  ]);
  expect(await seoOf(db)).toEqual(['Linen shirt for summer', 'Light and cool']);
  const dry = await importFiles(db, [csvFile([header.slice(0, 4), ['shirt', 'Shirt', '600', '']])], { dryRun: true });
  expect(dry.changes).toEqual([{ slug: 'shirt', change: 'changed', details: ['SEO title emptied'] }]);
  await importFiles(db, [csvFile([header.slice(0, 4), ['shirt', 'Shirt', '600', '']])]);
  expect(await seoOf(db)).toEqual([undefined, 'Light and cool']);
  await undoLastImport(db);
  expect(await seoOf(db)).toEqual(['Linen shirt for summer', 'Light and cool']);
});

test('a text for search engines that is too long is cut', async () => {
  const { db } = await newShop();
  await importFiles(db, [csvFile([header, ['shirt', 'Shirt', '500', 'x'.repeat(300), '😀'.repeat(900), '', '']])]);
  expect((await seoOf(db)).map((text) => text?.length)).toEqual([255, 1000]);
});

test('related products are those on sale, in the order of the file, by former handles too', async () => {
  const { shop, db } = await newShop();
  const { notes } = await importFiles(db, [csvFile(rows)]);
  expect(notes).toContain('1 related product is in neither the file nor the shop: they are shown once they are.');
  const relatedOf = async (slug: string) => {
    const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug } });
    const slugs = await db.selectFrom('product').select(['id', 'slug']).execute();
    return data.related?.map((related) => slugs.find(({ id }) => id === related)?.slug);
  };
  expect(await relatedOf('shirt')).toEqual(['hat', 'cap']);
  expect(await relatedOf('cap')).toEqual(['hat']);
  expect(await relatedOf('hat')).toBeUndefined();
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Old Handle'],
      ['sun-hat', 'Hat', '100', 'hat'],
    ]),
  ]);
  await importFiles(
    db,
    [
      csvFile([
        ['Handle', 'Title', 'Variant Price', 'Status'],
        ['cap', 'Cap', '100', 'draft'],
      ]),
    ],
    { yesWithdraw: 1 },
  );
  expect(await relatedOf('shirt')).toEqual(['sun-hat']);
});

test('addresses of a former shop lead to the product, except the product’s own and those of other pages', async () => {
  const { db } = await newShop();
  await importFiles(db, [csvFile([...rows, ['bag', 'Bag', '100', '', '', '', '/shop javascript:alert(1) /products/hat']])]);
  expect((await readAllRedirects(db)).map(({ path, target }) => [path, target])).toEqual([
    ['/?p=12', '/products/shirt'],
    ['/old hat', '/products/hat'],
    ['/product/shirt-1', '/products/shirt'],
  ]);
  expect(await findRedirect(db, '/product/shirt-1/?utm_source=x')).toBe('/products/shirt?utm_source=x');
  // Without the addresses in a later file they still lead there.
  await importFiles(db, [csvFile([header, ['shirt', 'Shirt', '500', '', '', '', '']])]);
  expect(await findRedirect(db, '/?p=12')).toBe('/products/shirt');
});

test('former addresses follow a product that gets another handle, and are exported with it', async () => {
  const { shop, db } = await newShop();
  await importFiles(db, [csvFile(rows)]);
  const product = await db.selectFrom('product').select(['id', 'slug']).where('slug', '=', 'shirt').executeTakeFirstOrThrow();
  await shop.change((tx) => renameProduct(tx, product, 'linen-shirt'));
  expect(await findRedirect(db, '/product/shirt-1')).toBe('/products/linen-shirt');
  expect(await exported(db)).toContain('/product/shirt-1');
});

test('an export that is imported into an empty shop gives the same texts, related products and addresses', async () => {
  const [one, other] = [await newShop(), await newShop()];
  await importFiles(one.db, [csvFile(rows)]);
  const text = await exported(one.db);
  const file = join(temporaryFolder(), 'export.csv');
  writeFileSync(file, text);
  await importFiles(other.db, [file]);
  expect(await exported(other.db)).toBe(text);
  const redirects = async (db: Db) => (await readAllRedirects(db)).map(({ path, target }) => [path, target]);
  expect(await redirects(other.db)).toEqual(await redirects(one.db));
  expect(await importFiles(one.db, [file])).toMatchObject({ products: { changed: 0, unchanged: 3 } });
});
