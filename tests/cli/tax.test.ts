import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty', 'Seller', 'GST Rate', 'HSN'];

test('the default rate and HSN, and the particulars of a seller, are set, shown and removed', async () => {
  const { db, dataDir } = await emptyShop();
  await importFiles(db, [csvFile([header, ['cap', 'Cap', 'Caps', '499', '4', 'Loom & Co', '', '']])]);
  expect((await store(dataDir, 'tax', 'show')).out).toContain('Default GST rate: not set');
  expect((await store(dataDir, 'tax', 'set', 'gst_rate=2.5%', 'hsn=6109')).out).toContain(
    'Default GST rate: 2.5 %\nDefault HSN: 6109',
  );
  const seller = ['tax', 'seller', 'Loom & Co', 'gstin=29abcde1234f1zw', 'legal_name=Loom & Co LLP'];
  expect(JSON.parse((await store(dataDir, ...seller, '--json')).out)).toMatchObject({
    gst_rate: '2.5',
    hsn: '6109',
    sellers: [{ name: 'Loom & Co', gstin: '29ABCDE1234F1ZW', legal_name: 'Loom & Co LLP', address: null }],
  });
  await store(dataDir, 'tax', 'set', 'gst_rate=');
  await store(dataDir, 'tax', 'seller', 'Loom & Co', 'gstin=');
  expect(JSON.parse((await store(dataDir, 'tax', 'show', '--json')).out)).toMatchObject({
    gst_rate: null,
    hsn: '6109',
    sellers: [{ gstin: null, legal_name: 'Loom & Co LLP' }],
  });
});

test.each([
  [['set', 'gst_rate=much'], 'gst_rate must be a percentage'],
  [['set', 'gst_rate=101'], 'gst_rate must be a percentage'],
  [['set', 'hsn=61'], 'hsn must be a code of 4, 6 or 8 digits'],
  [['set', 'vat=5'], 'There is no setting "vat". Settings are: gst_rate, hsn'],
  [['seller', 'Loom', 'gstin=29ABCDE1234F1ZX'], 'gstin must be a GSTIN of 15 characters'],
  [['seller', 'Nobody', 'address=Here'], 'There is no seller "Nobody"'],
  [['seller', '', 'address=Here'], 'There is no seller ""'],
])('tax %j is refused', async (args, reason) => {
  const { dataDir } = await emptyShop();
  expect(await store(dataDir, 'tax', ...args)).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
});

test('products bring their rate and HSN, keep them without the columns, and take them along in an export', async () => {
  const { db, dataDir } = await emptyShop();
  const read = async () =>
    (await db.selectFrom('product').select(['slug', 'gst_rate', 'hsn']).orderBy('slug').execute()).map(
      ({ slug, gst_rate, hsn }) => [slug, gst_rate, hsn],
    );
  const cap = ['cap', 'Cap', 'Caps', '499', '4', 'Loom', '5', '6505.00'];
  const shirt = ['shirt', 'Shirt', 'Shirts', '1499', '5', 'Loom', '', ''];
  await importFiles(db, [csvFile([header, cap, shirt])]);
  const stored = [
    ['cap', 500, '650500'],
    ['shirt', null, null],
  ];
  expect(await read()).toEqual(stored);

  const short = (row: string[], price: string) => [...row.slice(0, 3), price, ...row.slice(4, 6)];
  await importFiles(db, [csvFile([header.slice(0, 6), short(cap, '599'), short(shirt, '1599')])]);
  expect(await read()).toEqual(stored);

  const file = join(temporaryFolder(), 'products.csv');
  expect((await store(dataDir, 'export', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(/,5,650500,/);
  const again = await emptyShop();
  await importFiles(again.db, [file]);
  const copied = await again.db.selectFrom('product').select(['slug', 'gst_rate', 'hsn']).orderBy('slug').execute();
  expect(copied.map(({ slug, gst_rate, hsn }) => [slug, gst_rate, hsn])).toEqual(stored);

  await importFiles(db, [csvFile([header, [...cap.slice(0, 6), '', ''], shirt])]);
  expect((await read())[0]).toEqual(['cap', null, null]);
});

test.each([
  ['GST Rate', ['cap', 'Cap', 'Caps', '499', '4', 'Loom', 'five', ''], 'must be a percentage such as 5 or 18, but is "five"'],
  ['HSN', ['cap', 'Cap', 'Caps', '499', '4', 'Loom', '', '61'], 'must be a code of 4, 6 or 8 digits'],
])('a bad %s is listed with its line', async (column, row, reason) => {
  const { dataDir } = await emptyShop();
  const { code, err, out } = await store(dataDir, 'import', csvFile([header, row]), '--no-pictures');
  expect(code).toBe(1);
  expect(err + out).toContain(column);
  expect(err + out).toContain(reason);
});
