import { describe, expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Vendor',
  'Option1 Value',
  'Variant Price',
  'Variant Inventory Qty',
  'Image Src',
  'Seller Kind',
];
const row = (handle: string, size: string, cells: Partial<Record<'title' | 'price' | 'stock' | 'kind', string>> = {}) => {
  const { title = '', price = '499', stock = '2', kind = '' } = cells;
  return [handle, title, title && 'Loom', size, price, stock, `https://cdn.example/${size}.jpg`, kind];
};
const cap = { title: 'Cap' };

describe('a product whose first row is bad', () => {
  const bad: [string, Parameters<typeof row>[2]][] = [
    ['price', { ...cap, price: 'abc' }],
    ['missing price', { ...cap, price: '' }],
    ['price of zero', { ...cap, price: '0' }],
    ['quantity', { ...cap, stock: 'many' }],
    ['price and quantity', { ...cap, price: 'abc', stock: 'many' }],
  ];

  test.each(bad)('in its %s is imported with its other rows', async (_, cells) => {
    const { db } = await emptyShop();
    const rows = [header, row('cap', 'S', cells), row('cap', 'M'), row('cap', 'L'), row('bag', 'One', { title: 'Bag' })];
    const summary = await importFiles(db, [csvFile(rows)], { skipBad: true });
    expect(summary).toMatchObject({ rows: 4, importedRows: 3, products: { added: 2 }, variants: { added: 3 } });
    expect(summary.lost).toEqual([{ slug: 'cap', rows: 1, isWhole: false }]);
    const [product] = await readProducts(db);
    expect(product).toMatchObject({ name: 'Cap', brand: 'Loom' });
    expect(product?.pictures.split(',')).toHaveLength(3);
    expect(product?.variants.map((variant) => variant.product_variation)).toEqual(['M', 'L']);
  });

  test.each([
    ['other cells', { ...cap, kind: 'baker' }],
    ['no title', { price: 'abc' }],
  ])('in %s is left out with its other rows, which are counted', async (_, cells) => {
    const { db } = await emptyShop();
    const rows = [header, row('cap', 'S', cells), row('cap', 'M'), row('cap', 'L'), row('bag', 'One', { title: 'Bag' })];
    const summary = await importFiles(db, [csvFile(rows)], { skipBad: true });
    expect(summary).toMatchObject({ rows: 4, importedRows: 1, products: { added: 1 } });
    expect(summary.lost).toEqual([{ slug: 'cap', rows: 3, isWhole: true }]);
  });

  test('keeps what an existing product has of it', async () => {
    const { db } = await emptyShop();
    await importFiles(db, [csvFile([header, row('cap', 'S', cap), row('cap', 'M')])]);
    await importFiles(db, [csvFile([header, row('cap', 'S', { ...cap, price: 'abc' }), row('cap', 'M', { price: '450' })])], {
      skipBad: true,
    });
    const sizes = (await readProducts(db))[0]?.variants.map((v) => [v.product_variation, v.price, v.active]).sort();
    expect(sizes).toEqual([
      ['M', 45_000, 1],
      ['S', 49_900, 1],
    ]);
  });
});

test('every row is either imported, not for sale or lost, wherever the bad ones are', async () => {
  const { db } = await emptyShop();
  const rows = [
    header,
    row('a', 'S', cap),
    row('a', 'M', { price: 'x' }),
    row('b', 'S', { ...cap, price: 'x' }),
    row('a', 'S'),
    row('', 'S', cap),
    [...row('c', 'S', cap), 'one too many'],
    row('c', 'M'),
    [...row('a', 'XL'), 'one too many'],
    row('d', 'S', cap),
  ];
  const summary = await importFiles(db, [csvFile(rows)], { skipBad: true });
  expect(summary).toMatchObject({ rows: 9, importedRows: 2, products: { added: 2 }, variants: { added: 2 } });
  expect(summary.lost).toEqual([
    { slug: 'a', rows: 3, isWhole: false },
    { slug: 'b', rows: 1, isWhole: true },
    { slug: 'c', rows: 2, isWhole: true },
  ]);
});

test('a product with a row of too many cells is not withdrawn, nor are its sizes', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, row('a', 'S', cap), row('b', 'S', cap), row('b', 'M')])]);
  const rows = [header, [...row('a', 'S', cap), 'more'], row('b', 'S', cap), [...row('b', 'M'), 'more']];
  const summary = await importFiles(db, [csvFile(rows)], { skipBad: true, replace: true });
  expect(summary).toMatchObject({ outcome: 'imported', products: { withdrawn: 0 }, variants: { withdrawn: 0 } });
});

test('the command says how many rows were imported, and names the products that lost some', async () => {
  const rows = [
    header,
    row('cap', 'S', { ...cap, price: 'x' }),
    row('cap', 'M'),
    row('bag', 'One', { title: 'Bag', price: 'x' }),
  ];
  const { out } = await store(temporaryFolder(), 'import', csvFile(rows), '--no-pictures', '--skip-bad');
  expect(out).toContain('Imported 1 of 3 rows.');
  expect(out).toContain('1 product left out because of bad rows\n  bag (1 row)');
  expect(out).toContain('1 product without some of their rows\n  cap (1 row)');
});

test('rows of products not for sale are not counted as imported', async () => {
  const rows = [
    [...header, 'Status'],
    [...row('cap', 'S', cap), 'draft'],
    [...row('cap', 'M'), ''],
    [...row('bag', 'One', cap), 'active'],
  ];
  const { out } = await store(temporaryFolder(), 'import', csvFile(rows), '--no-pictures');
  expect(out).toContain('Imported 1 of 3 rows.');
});
