import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { readCsv } from '#api/services/import/tables/read-csv.ts';
import {
  csvFile,
  emptyShop,
  importFiles,
  readProducts,
  store,
  storeIn,
  temporaryFolder,
} from '#tests/support/cli/run-command.ts';
import { realFiles } from '#tests/support/real-files.ts';
import { unzip } from '#tests/support/unzip.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
  'Variant Barcode',
  'Image Src',
  'Image Alt Text',
  'Variant Image',
  'Attributes',
];
const row = (cells: Record<string, string>): string[] => header.map((name) => cells[name] ?? '');
const rows = [
  header,
  row({
    Handle: 'cap',
    Title: '=Cap, "blue"',
    'Body (HTML)': '<p>Fine &amp; light</p>\n<ul><li>One</li></ul>',
    Vendor: 'Fern, Co',
    Type: 'Caps, hats',
    Tags: 'a, b',
    'Option1 Value': 'Default Title',
    'Variant SKU': '=C-1',
    'Variant Grams': '250',
    'Variant Price': '499',
    'Variant Compare At Price': '599.50',
    'Variant Inventory Qty': '4',
    'Image Src': 'https://cdn.example/a,b.jpg',
    'Image Alt Text': 'The cap',
    Attributes: 'Fabric: Cotton, linen; Care: Machine wash',
  }),
  row({
    Handle: 'shirt',
    Title: 'शर्ट',
    Type: 'Shirts',
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Red',
    'Variant SKU': 'S-1',
    'Variant Price': '1499',
    'Variant Inventory Qty': '5',
    'Variant Barcode': '4006381333931',
    'Image Src': 'https://cdn.example/front.jpg',
    'Variant Image': 'https://cdn.example/back.jpg',
  }),
  row({
    Handle: 'shirt',
    'Option1 Value': 'L',
    'Option2 Value': 'Red',
    'Variant SKU': 'S-2',
    'Variant Price': '1599',
    'Variant Compare At Price': '1999',
    'Variant Inventory Qty': '0',
    'Image Src': 'https://cdn.example/back.jpg',
  }),
];

/** What shoppers see of a catalogue that Shopify's columns can hold. */
async function catalogue(db: Db) {
  return (await readProducts(db))
    .map(({ id: _, import_hash: __, variants, ...product }) => ({
      ...product,
      variants: variants.filter(({ active }) => active === 1).map(({ id, product_id, imported_stock, ...variant }) => variant),
    }))
    .filter(({ active }) => active === 1)
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

async function readTable(file: string): Promise<Record<string, string>[]> {
  const lines: string[][] = [];
  for await (const { cells } of readCsv(file)) lines.push(cells);
  const [names = [], ...others] = lines;
  return others.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])));
}

/** A shop with these products, and the file that it exports. */
async function exported(format: string, file = 'export.csv') {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  const path = join(temporaryFolder(), file);
  const ended = await store(dataDir, 'export', path, '--as', format);
  expect(ended).toMatchObject({ code: 0, err: '' });
  return { db, path, dataDir };
}

test('an export for Shopify has Shopify’s columns in their order, and imported into an empty shop gives the same catalogue', async () => {
  const { db, path } = await exported('shopify');
  const [names = ''] = readFileSync(path, 'utf8').split('\r\n');
  // Facts are metafields.
  expect(names.replace('\ufeff', '').split(',')).toEqual([
    'Handle',
    'Title',
    'Body (HTML)',
    'Vendor',
    'Product Category',
    'Type',
    'Tags',
    'Published',
    'Option1 Name',
    'Option1 Value',
    'Option2 Name',
    'Option2 Value',
    'Option3 Name',
    'Option3 Value',
    'Variant SKU',
    'Variant Grams',
    'Variant Inventory Tracker',
    'Variant Inventory Qty',
    'Variant Inventory Policy',
    'Variant Fulfillment Service',
    'Variant Price',
    'Variant Compare At Price',
    'Variant Requires Shipping',
    'Variant Taxable',
    'Variant Barcode',
    'Image Src',
    'Image Position',
    'Image Alt Text',
    'Gift Card',
    'SEO Title',
    'SEO Description',
    'Variant Image',
    'Variant Weight Unit',
    'Status',
    'Fabric (product.metafields.custom.fabric)',
    'Care (product.metafields.custom.care)',
  ]);
  const [cap, medium] = await readTable(path);
  expect(cap).toMatchObject({ Title: '\'=Cap, "blue"', 'Variant SKU': "'=C-1", 'Option1 Value': 'Default Title' });
  expect(medium).toMatchObject({
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Red',
    'Variant Compare At Price': '',
  });
  const { db: copy } = await emptyShop();
  expect((await importFiles(copy, [path])).badRows).toEqual([]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
});

test.runIf(realFiles)('a real catalogue goes out for Shopify and in again unchanged', async () => {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [join(realFiles ?? '', 'catalogues/shopify/2025-rupee-apparel.csv')], { skipBad: true });
  const file = join(temporaryFolder(), 'shopify.csv');
  await store(dataDir, 'export', file, '--as', 'shopify');
  const { db: copy } = await emptyShop();
  expect((await importFiles(copy, [file])).badRows).toEqual([]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
});

test('an export for WooCommerce has variable products with variations, categories, attributes, pictures, sale price and stock', async () => {
  const { path } = await exported('woocommerce');
  const [cap, shirt, medium, large] = await readTable(path);
  expect(cap).toMatchObject({
    ID: '',
    Type: 'simple',
    SKU: "'=C-1",
    Name: '\'=Cap, "blue"',
    Published: '1',
    'In stock?': '1',
    Stock: '4',
    'Weight (kg)': '0.25',
    'Regular price': '599.50',
    'Sale price': '499.00',
    Categories: 'Caps\\, hats',
    Tags: 'a, b',
    Images: 'https://cdn.example/a%2Cb.jpg',
    Brands: 'Fern\\, Co',
    'Attribute 1 name': 'Fabric',
    'Attribute 1 value(s)': 'Cotton\\, linen',
    'Attribute 2 name': 'Care',
  });
  expect(shirt).toMatchObject({
    Type: 'variable',
    SKU: 'shirt',
    Name: 'शर्ट',
    Categories: 'Shirts',
    Images: 'https://cdn.example/front.jpg, https://cdn.example/back.jpg',
    'Regular price': '',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'M, L',
    'Attribute 2 name': 'Colour',
    'Attribute 2 value(s)': 'Red',
  });
  expect(medium).toMatchObject({
    Type: 'variation',
    Parent: 'shirt',
    SKU: 'S-1',
    'GTIN, UPC, EAN, or ISBN': '4006381333931',
    'Regular price': '1499.00',
    'Sale price': '',
    Stock: '5',
    Images: 'https://cdn.example/back.jpg',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'M',
    'Attribute 2 value(s)': 'Red',
  });
  expect(large).toMatchObject({
    Parent: 'shirt',
    'Regular price': '1999.00',
    'Sale price': '1599.00',
    Stock: '0',
    'In stock?': '0',
  });
});

test.each(['export.csv', 'export.xlsx'])('%s, imported into an empty shop, gives the same catalogue', async (file) => {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  const path = join(temporaryFolder(), file);
  expect(await store(dataDir, 'export', path)).toMatchObject({ code: 0, err: '' });
  const { db: copy } = await emptyShop();
  expect((await importFiles(copy, [path])).badRows).toEqual([]);
  expect(await catalogue(copy)).toEqual(await catalogue(db));
});

test('an export for WooCommerce, imported into an empty shop, gives the same catalogue', async () => {
  const { db, path } = await exported('woocommerce');
  const { db: copy } = await emptyShop();
  const summary = await importFiles(copy, [path]);
  expect(summary.badRows).toEqual([]);
  // Its columns have no texts of pictures.
  const comparable = async (of: Db) => (await catalogue(of)).map(({ picture_alts, ...product }) => product);
  expect(await comparable(copy)).toEqual(await comparable(db));
});

test('an export to a file that ends with .xlsx is a workbook with numbers, and texts safe from formulas', async () => {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  const path = join(temporaryFolder(), 'export.xlsx');
  expect(await store(dataDir, 'export', path)).toMatchObject({ code: 0, err: '' });
  const sheet = unzip(readFileSync(path)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row /g)).toHaveLength(4);
  expect(sheet).toContain('>&apos;=Cap, ');
  expect(sheet).toContain('<v>599.5</v>');
  expect(sheet).not.toContain('<f>');
});

test('pictures of the shop itself get its public address, and are left out and counted without one', async () => {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile(rows)]);
  await db.updateTable('product').set({ pictures: '/media/abc-800.jpg#800x600' }).where('slug', '=', 'cap').execute();
  const folder = temporaryFolder();
  const left = await store(dataDir, 'export', join(folder, 'a.csv'), '--as', 'shopify');
  expect(left.out).toContain('1 picture left out: set PUBLIC_SITE_URL');
  const settings = { DATA_DIR: dataDir, PUBLIC_SITE_URL: 'https://shop.example' };
  const ended = await storeIn(settings, 'export', join(folder, 'b.csv'), '--as', 'woocommerce');
  expect(ended.out).not.toContain('left out');
  expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toContain('https://shop.example/media/abc-800.jpg,');
});
