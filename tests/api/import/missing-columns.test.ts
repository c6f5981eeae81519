import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { csvFile, readProducts, temporaryFolder, textFile } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const pictures = createReferenceSource();
const importFiles = (files: string[], options: Partial<Parameters<typeof importCatalogue>[2]> = {}) =>
  importCatalogue(shop.store.db, files, { pictures, ...options });

/** Every column with the cells of a product's first row and of its second. */
const columns: [name: string, first: string, second: string][] = [
  ['Body (HTML)', '<p>Woven by hand.</p>', ''],
  ['Vendor', 'Meena', ''],
  ['Type', 'Shawls', ''],
  ['Tags', 'wool winter', ''],
  ['Option1 Name', 'Colour', ''],
  ['Option2 Name', 'Length', ''],
  ['Variant SKU', 'SH-R', 'SH-B'],
  ['Variant Inventory Tracker', 'shopify', 'shopify'],
  ['Variant Inventory Qty', '5', '3'],
  ['Variant Inventory Policy', 'deny', 'deny'],
  ['Variant Compare At Price', '5999', '5999'],
  ['Image Src', 'https://cdn.example/red.jpg', 'https://cdn.example/blue.jpg'],
  ['Image Position', '1', '2'],
  ['Image Alt Text', 'Red shawl', 'Blue shawl'],
  ['Seller', 'Alpha', ''],
  ['Seller Kind', 'wholesaler', ''],
  ['Country of Origin', 'India', ''],
  ['GST Rate', '5', ''],
  ['HSN', '6214', ''],
  ['First Offered', '2024-03-01', ''],
  ['Category Image', 'https://cdn.example/shawls.jpg', ''],
  ['Status', 'active', ''],
  ['Published', 'true', ''],
];

const header = (missing: readonly string[] = []): string[] => [
  'Handle',
  'Title',
  'Option1 Value',
  'Option2 Value',
  'Variant Price',
  ...columns.flatMap(([name]) => (missing.includes(name) ? [] : [name])),
];

const rowsOf = (handle: string, price: string, missing: readonly string[] = []): string[][] => {
  const cells = columns.filter(([name]) => !missing.includes(name));
  return [
    [handle, 'Wool shawl', 'Red', 'Long', price, ...cells.map(([, first]) => first)],
    [handle, '', 'Blue', 'Long', price, ...cells.map(([, , second]) => second)],
  ];
};

const names = columns.map(([name]) => name);
const singles = names.map((name) => [name]);
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));

/** All that is stored of the products and their categories, without what an import or a changed price changes. */
async function readAll() {
  const { db } = shop.store;
  const products = await db.selectFrom('product').selectAll().orderBy('id').execute();
  const variants = await db.selectFrom('variant').selectAll().orderBy('id').execute();
  return {
    products: products.map(({ price: _, import_hash: __, updated_at: ___, ...row }) => row),
    variants: variants.map(({ price: _, ...row }) => row),
    categories: await db.selectFrom('sub_category').selectAll().orderBy('id').execute(),
    sellers: await db.selectFrom('seller').selectAll().orderBy('id').execute(),
  };
}

const readPrices = async () =>
  new Set((await shop.store.db.selectFrom('variant').select('price').execute()).map(({ price }) => price));

test('each column that a file does not have, and each pair of them, keeps what is stored', async () => {
  const cases = [...singles, ...pairs, names].map((missing, index) => ({ missing, handle: `shawl-${index}` }));
  const full = csvFile([header(), ...cases.flatMap(({ handle }) => rowsOf(handle, '4999'))]);
  expect((await importFiles([full])).products.added).toBe(cases.length);
  const before = await readAll();
  const folder = temporaryFolder();
  const files = cases.map(({ missing, handle }) =>
    csvFile([header(missing), ...rowsOf(handle, '4499', missing)], `${handle}.csv`, folder),
  );
  const summary = await importFiles(files);
  expect(summary).toMatchObject({ outcome: 'imported', products: { added: 0, changed: cases.length, withdrawn: 0 } });
  expect(await readAll()).toEqual(before);
  expect(await readPrices()).toEqual(new Set([449_900]));
});

test('a column that the file has empties its value, and no other', async () => {
  await importFiles([csvFile([header(), ...rowsOf('shawl', '4999')])]);
  const [before] = (await readAll()).products;
  const cleared = [
    ['Handle', 'Title', 'Option1 Value', 'Option2 Value', 'Variant Price', 'Vendor', 'Body (HTML)', 'HSN'],
    ['shawl', 'Wool shawl', 'Red', 'Long', '4999', '', '', ''],
    ['shawl', '', 'Blue', 'Long', '4999', '', '', ''],
  ];
  await importFiles([csvFile(cleared)], { yesWithdraw: 1 });
  expect((await readAll()).products).toEqual([{ ...before, brand: null, description: '', hsn: null }]);
});

test('a new product of a file with few columns gets the defaults', async () => {
  await importFiles([
    csvFile([
      ['Handle', 'Title', 'Variant Price'],
      ['cap', 'Cap', '499'],
    ]),
  ]);
  expect(await readProducts(shop.store.db)).toMatchObject([
    { description: '', brand: null, keywords: '', category: 'Other', price: 49_900, mrp: 49_900, stock: 0, pictures: '' },
  ]);
});

test('without a compare-at column a lower price shows no discount that the product did not have', async () => {
  const price = (amount: string) =>
    csvFile([
      ['Handle', 'Title', 'Variant Price'],
      ['cap', 'Cap', amount],
    ]);
  await importFiles([price('1000')]);
  await importFiles([price('900')]);
  expect((await readProducts(shop.store.db))[0]).toMatchObject({ price: 90_000, mrp: 90_000 });
});

test('a file without alternative texts keeps those of the pictures that stay', async () => {
  const rows = (missing: string[], red: string) =>
    rowsOf('shawl', '4999', missing).map((row) => row.map((cell) => cell.replace('https://cdn.example/red.jpg', red)));
  await importFiles([csvFile([header(), ...rows([], 'https://cdn.example/red.jpg')])]);
  await importFiles([csvFile([header(['Image Alt Text']), ...rows(['Image Alt Text'], 'https://cdn.example/green.jpg')])]);
  expect((await readAll()).products).toMatchObject([
    { pictures: 'https://cdn.example/green.jpg,https://cdn.example/blue.jpg', picture_alts: '["","Blue shawl"]' },
  ]);
});

describe('a product that has options', () => {
  const few = ['Handle', 'Title', 'Variant Price'];
  const without: [string, string[][], string][] = [
    ['no column of options', [few, ['shawl', 'Wool shawl', '4499']], 'Option1 Value'],
    [
      'an empty option',
      [
        [...few, 'Option1 Value'],
        ['shawl', 'Wool shawl', '4499', ''],
      ],
      'Option1 Value',
    ],
    [
      'a second option that is missing',
      [
        [...few, 'Option1 Value'],
        ['shawl', 'Wool shawl', '4499', 'Red'],
      ],
      'Option2 Value',
    ],
  ];

  test.each(without)('is refused with %s', async (_, rows, column) => {
    await importFiles([csvFile([header(), ...rowsOf('shawl', '4999')])]);
    const before = await readAll();
    const summary = await importFiles([csvFile(rows)]);
    expect(summary.outcome).toBe('refused');
    expect(summary.badRows).toMatchObject([{ line: 2, column }]);
    expect(summary.badRows[0]?.reason).toBe(
      'is required, because "shawl" has options (Red / Long, Blue / Long): give each one a row with its value, or leave the product out of the file',
    );
    expect((await importFiles([csvFile(rows)], { dryRun: true })).outcome).toBe('refused');
    const skipped = await importFiles([csvFile([...rows, ['cap', 'Cap', '499']])], { skipBad: true });
    expect(skipped).toMatchObject({ outcome: 'imported', rows: 2, importedRows: 1, products: { added: 1, changed: 0 } });
    expect(skipped.lost).toEqual([{ slug: 'shawl', rows: 1, isWhole: true }]);
    const after = await readAll();
    expect(after.products.slice(0, 1)).toEqual(before.products);
    expect(after.variants.slice(0, 2)).toEqual(before.variants);
    expect(await readPrices()).toEqual(new Set([499_900, 49_900]));
  });

  test('loses them when the file says that it has none', async () => {
    await importFiles([csvFile([header(), ...rowsOf('shawl', '4999')])]);
    const rows = [
      [...few, 'Option1 Value'],
      ['shawl', 'Wool shawl', '4499', 'Default Title'],
    ];
    expect((await importFiles([csvFile(rows)])).variants).toEqual({ added: 1, changed: 0, withdrawn: 2 });
  });
});

test('an export made a moment ago changes nothing, whatever was imported before', async () => {
  const plain = [
    ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty', 'Body (HTML)'],
    ['cap', 'Cap', '499', '4', 'Warm.\n\nAnd light.'],
    ['scarf', 'Scarf & "shawl"', '999.5', '', ''],
  ];
  await importFiles([csvFile([header(), ...rowsOf('shawl', '4999')]), csvFile(plain)]);
  await importFiles([
    csvFile([
      ['Handle', 'Title', 'Variant Price'],
      ['cap', 'Cap', '450'],
    ]),
  ]);
  await shop.change((tx) => tx.updateTable('variant').set({ stock: 1 }).where('stock', '=', 5).execute());
  let text = '';
  await exportCatalogue(shop.store.db, async (part) => (text += part));
  const file = textFile(text);
  for (const dryRun of [true, false]) {
    const summary = await importFiles([file], { dryRun, replace: true });
    expect(summary.products).toEqual({ added: 0, changed: 0, unchanged: 3, withdrawn: 0 });
    expect(summary.variants).toEqual({ added: 0, changed: 0, withdrawn: 0 });
    expect(summary.changes).toEqual([]);
  }
});

test('pictures that are stored are not fetched again when something else changes, and their texts follow the file', async () => {
  const file = (price: string, alt: string) =>
    csvFile([header(), ...rowsOf('shawl', price)].map((row) => row.map((cell) => (cell === 'Red shawl' ? alt : cell))));
  await importFiles([file('4999', 'Red shawl')]);
  const [before] = (await readAll()).products;
  const fetched: string[] = [];
  const counted = {
    ...pictures,
    store: (source: string) => {
      fetched.push(source);
      return pictures.store(source);
    },
  };
  await importFiles([file('4499', 'A red shawl')], { pictures: counted });
  expect(fetched).toEqual(['https://cdn.example/shawls.jpg']);
  expect((await readAll()).products).toEqual([{ ...before, picture_alts: '["A red shawl","Blue shawl"]' }]);
});

test('a row that ends early keeps what its missing cells would say, wherever it ends', async () => {
  const lengths = Array.from({ length: header().length - 5 }, (_, index) => index + 5);
  const handles = lengths.map((length) => `shawl-${length}`);
  await importFiles([csvFile([header(), ...handles.flatMap((handle) => rowsOf(handle, '4999'))])]);
  const before = await readAll();
  const cut = lengths.flatMap((length) => rowsOf(`shawl-${length}`, '4499').map((row) => row.slice(0, length)));
  const summary = await importFiles([csvFile([header(), ...cut])]);
  expect(summary).toMatchObject({ outcome: 'imported', products: { changed: lengths.length } });
  expect(summary.notes.join()).not.toContain('no stock column');
  expect(await readAll()).toEqual(before);
  expect(await readPrices()).toEqual(new Set([449_900]));
});

test('a category picture applies to the stored category when the file has no type', async () => {
  await importFiles([csvFile([header(), ...rowsOf('shawl', '4999')])]);
  const columnsOfFile = ['Handle', 'Title', 'Option1 Value', 'Option2 Value', 'Variant Price', 'Category Image'];
  const rows = ['Red', 'Blue'].map((colour) => ['shawl', 'Wool shawl', colour, 'Long', '4999', 'https://cdn.example/new.jpg']);
  await importFiles([csvFile([columnsOfFile, ...rows])]);
  expect((await readAll()).categories).toMatchObject([{ name: 'Shawls', image: 'https://cdn.example/new.jpg' }]);
});
