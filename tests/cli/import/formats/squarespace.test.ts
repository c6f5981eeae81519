import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { readWithFormat, tableOf } from './read-with-format.ts';

/** https://support.squarespace.com/hc/en-us/articles/206542347-Product-import-CSV-file-format and its template. */
const columns = [
  'Product ID [Non Editable]',
  'Variant ID [Non Editable]',
  'Product Type [Non Editable]',
  'Product Page',
  'Product URL',
  'Title',
  'Description',
  'SKU',
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => [`Option Name ${n}`, `Option Value ${n}`]),
  'Price',
  'Sale Price',
  'On Sale',
  'Stock',
  'Categories',
  'Tags',
  'Weight',
  'Length',
  'Width',
  'Height',
  'Visible',
  'Hosted Image URLs',
];

type Row = Record<string, string>;

const first = (row: Row = {}): Row => ({
  'Product ID [Non Editable]': 'p1',
  'Product Type [Non Editable]': 'PHYSICAL',
  'Product URL': 'cotton-kurta',
  Title: 'Cotton kurta',
  Description: '<p>Soft</p>',
  Price: '799.00',
  'Sale Price': '0.00',
  'On Sale': 'No',
  Stock: '4',
  Visible: 'Yes',
  ...row,
});
const next = (row: Row = {}): Row => ({
  'Product ID [Non Editable]': 'p1',
  Price: '799.00',
  'On Sale': 'No',
  Stock: '4',
  ...row,
});
const size = (value: string): Row => ({ 'Option Name 1': 'Size', 'Option Value 1': value });
const read = (...rows: Row[]) => readWithFormat(tableOf(columns, rows)).rows;

test('a product and its variants are imported', async () => {
  const { db } = await emptyShop();
  const table = tableOf(columns, [
    first({
      ...size('S'),
      SKU: 'K-S',
      'Sale Price': '699.00',
      'On Sale': 'Yes',
      Categories: '/cotton-kurtas, /Festive/Diwali',
      Tags: 'new, soft',
      'Hosted Image URLs': 'https://pics.example/a.jpg https://pics.example/b.jpg\nhttps://pics.example/c.jpg',
    }),
    next({ ...size('M'), SKU: 'K-M', Stock: 'Unlimited' }),
    first({ 'Product ID [Non Editable]': 'p2', 'Product URL': 'old', Title: 'Old', Visible: 'No' }),
    first({
      'Product ID [Non Editable]': 'p3',
      'Product URL': 'card',
      Title: 'Card',
      'Product Type [Non Editable]': 'GIFT_CARD',
    }),
    next({ ...size('L'), 'Sale Price': '0', 'On Sale': 'Yes' }),
  ]);
  const summary = await importFiles(db, [csvFile(table)]);
  expect(summary).toMatchObject({
    outcome: 'imported',
    rows: 5,
    badRows: [],
    files: [{ format: 'a Squarespace export', variants: 3 }],
  });
  expect(summary.skipped.map(({ slug, reason }) => [slug, reason])).toEqual([
    ['old', 'unpublished'],
    ['card', 'gift card'],
  ]);
  expect(await readProducts(db)).toMatchObject([
    {
      slug: 'cotton-kurta',
      category: 'Cotton kurtas',
      keywords: 'new, soft',
      pictures: 'https://pics.example/a.jpg,https://pics.example/b.jpg,https://pics.example/c.jpg',
      variants: [
        { product_variation: 'S', sku: 'K-S', price: 69_900, mrp: 79_900, stock: 4 },
        { product_variation: 'M', sku: 'K-M', price: 79_900, stock: 1000 },
        { product_variation: 'L', price: 79_900, mrp: 79_900, stock: 4 },
      ],
    },
  ]);
  expect((await importFiles(db, [csvFile(table)])).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test('options beyond the third are joined to it, and further categories are kept', () => {
  const options = Object.fromEntries(
    [1, 2, 3, 4].flatMap((n) => [
      [`Option Name ${n}`, `N${n}`],
      [`Option Value ${n}`, `V${n}`],
    ]),
  );
  expect(read(first({ ...options, Categories: '/a, /b', Weight: '0.5' }))[0]).toMatchObject({
    option3Name: 'N3, N4',
    option3: 'V3, V4',
    type: 'A',
    collections: 'B',
    grams: '500',
  });
});

test('without ids rows without a title belong to the product above', () => {
  const rows = read(
    first({ 'Product ID [Non Editable]': '', ...size('S') }),
    next({ 'Product ID [Non Editable]': '', ...size('M') }),
  );
  expect(rows.map(({ handle, option1 }) => [handle, option1])).toEqual([
    ['cotton-kurta', 'S'],
    ['cotton-kurta', 'M'],
  ]);
});

test('a variant whose product is unknown is a problem', () => {
  expect(read(next({ 'Product ID [Non Editable]': 'gone' }))).toEqual([
    { line: 2, column: 'Title', problem: 'is required in the first row of a product' },
  ]);
});
