import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
  'Variant Barcode',
  'Image Src',
  'GST Rate',
  'HSN',
  'First Offered',
];

/** Cells of a valid row. */
const valid = [
  'lamp',
  'Lamp',
  'A lamp',
  'Acme',
  'Home',
  'light',
  'TRUE',
  'Size',
  'M',
  'L1',
  '499',
  '999',
  '5',
  '',
  '',
  '18',
  '9405',
  '',
];

const LENGTH = 50_000;

test.each([
  ['1', ' ', 'x'],
  ['1.', '0', '1'],
  ['x', '\n \t', 'y'],
  ['', '<a', ''],
  ['', '<a ', ''],
  ['', '<', ''],
  ['', '<!--', ''],
  ['', '&', ''],
  ['', '1,', 'x'],
  ['', '1-', ''],
  ['', 'a.', ''],
  ['', '/', 'x'],
  ['', '"', ''],
  ['', 'é', '\ufffd'],
  ['', 'Ã', 'x'],
  ['http://a.example/', '%', ''],
] as const)('no cell of %j, many %j and %j takes longer than in proportion to its length', async (before, repeated, after) => {
  const { db } = await emptyShop();
  const cell = before + repeated.repeat(LENGTH / repeated.length) + after;
  const rows = header.map((_, column) => valid.with(0, `lamp-${column}`).with(column, cell));
  const { products, badRows } = await importFiles(db, [csvFile([header, ...rows])], { skipBad: true });
  expect(products.added + badRows.length).toBeGreaterThan(0);
});
