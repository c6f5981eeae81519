import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Type',
  'Option1 Value',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
  'Seller Kind',
];

const broken = [
  header,
  ['linen-shirt', 'Linen Shirt', '<p>Light.\nCool.</p>', 'Shirts', 'M', '1499.00', '1999.00', '5', ''],
  ['linen-shirt', '', '', '', 'L', 'twelve', '', '5', ''],
  ['cap', 'Cap', 'One\n\nTwo', 'Caps', '', '499', '', 'many', ''],
  ['linen-shirt', '', '', '', 'm', '1499', '', '5', ''],
  ['wallet', 'Wallet', '', 'Wallet', '', '999', '', '3', ''],
];

test('a file with three bad rows imports nothing and lists each with line, column and reason', async () => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [csvFile(broken)]);
  expect(summary.outcome).toBe('refused');
  expect(summary.badRows).toMatchObject([
    { file: 'products.csv', line: 4, column: 'Variant Price', reason: 'must be an amount such as 1499.00, but is "twelve"' },
    { file: 'products.csv', line: 5, column: 'Variant Inventory Qty', reason: 'must be a whole number, but is "many"' },
    { file: 'products.csv', line: 8, column: 'Option1 Value', reason: '"m" is given twice for "linen-shirt", first on line 2' },
  ]);
  expect(await readProducts(db)).toEqual([]);
});

test('the good rows are imported when bad rows may be skipped', async () => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [csvFile(broken)], { skipBad: true });
  expect(summary.badRows).toHaveLength(3);
  const products = await readProducts(db);
  expect(products.map(({ slug, variants }) => [slug, variants.map((variant) => variant.product_variation)])).toEqual([
    ['linen-shirt', ['M']],
    ['wallet', ['']],
  ]);
});

test('a skipped row withdraws no product', async () => {
  const { db } = await emptyShop();
  const rows = (price: string) => [
    header,
    ['cap', 'Cap', '', 'Caps', 'S', '499', '', '1', ''],
    ['cap', '', '', '', 'M', price, '', '1', ''],
  ];
  await importFiles(db, [csvFile(rows('499'))]);
  const summary = await importFiles(db, [csvFile(rows('free'))], { skipBad: true });
  expect(summary.variants.withdrawn).toBe(0);
  expect((await readProducts(db))[0]?.variants.map(({ active }) => active)).toEqual([1, 1]);
});

test('every kind of mistake has a plain message', async () => {
  const { db } = await emptyShop();
  const slips = [
    header,
    ['', 'No handle', '', '', '', '1', '', '', ''],
    ['a/b', 'Slash', '', '', '', '1', '', '', ''],
    ['untitled', '', '', '', '', '1', '', '', ''],
    ['unpriced', 'Unpriced', '', '', '', '', '', '', ''],
    ['given-away', 'Given away', '', '', '', '0.00', '', '', ''],
    ['below-zero', 'Below zero', '', '', '', '-5', '', '', ''],
    ['fine-price', 'Fine', '', '', '', '1.005', '', '', ''],
    ['dear', 'Dear', '', '', '', '99999999', '', '', ''],
    ['shop', 'Shop', '', '', '', '1', '', '', 'wholesale'],
    ['wide', 'Wide', '', '', '', '1', '', '', '', 'one too many'],
  ];
  const { badRows } = await importFiles(db, [csvFile(slips)]);
  expect(badRows.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
    '2 Handle is required',
    '3 Handle can only contain letters, digits, - and _, because it becomes part of the product’s web address',
    '4 Title is required in the first row of a product',
    '5 Variant Price is required',
    '6 Variant Price must be more than zero',
    '7 Variant Price must not be below zero, but is "-5"',
    '8 Variant Price has more than two decimals: "1.005"',
    '9 Variant Price is higher than ₹99,99,999.99: "99999999"',
    '10 Seller Kind must be retailer or wholesaler, but is "wholesale"',
    '11 row has 10 cells, but the header has 9',
  ]);
});
