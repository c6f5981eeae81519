import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { readWithFormat, tableOf } from './read-with-format.ts';

/** https://help.etsy.com/hc/en-us/articles/360000343508 (Shop Manager, Settings, Options, Download data). */
const columns = [
  'TITLE',
  'DESCRIPTION',
  'PRICE',
  'CURRENCY_CODE',
  'QUANTITY',
  'TAGS',
  'MATERIALS',
  ...Array.from({ length: 10 }, (_, index) => `IMAGE${index + 1}`),
  ...[1, 2].flatMap((n) => ['TYPE', 'NAME', 'VALUES'].map((what) => `VARIATION ${n} ${what}`)),
  'SKU',
];

/** The same columns of a seller who uses Etsy in Italian, and in Hindi words. */
const italian = [
  'TITOLO',
  'DESCRIZIONE',
  'PREZZO',
  'CURRENCY_CODE',
  'QUANTITÀ',
  'TAG',
  'MATERIALI',
  ...Array.from({ length: 10 }, (_, index) => `IMMAGINE${index + 1}`),
  ...[1, 2].flatMap((n) => ['TIPO', 'NOME', 'VALORI'].map((what) => `${what} VARIANTE ${n}`)),
  'SKU',
];
const hindi = columns.map((name, at) =>
  name === 'SKU'
    ? name
    : `स्तंभ${at < 7 ? 'क'.repeat(at + 1) : ''}${/\d+/.exec(name)?.[0] ? (at < 17 ? at - 6 : ` ${(/\d+/.exec(name) ?? [])[0]} ${'ख'.repeat(at)}`) : ''}`,
);

const mug = (row: Record<string, string> = {}) => ({
  TITLE: 'Clay mug',
  DESCRIPTION: 'Holds 300 ml.\n\nBy hand &amp; wheel.',
  PRICE: '349',
  CURRENCY_CODE: 'INR',
  QUANTITY: '3',
  TAGS: 'clay_mug,gift',
  MATERIALS: 'Red_clay,glaze',
  IMAGE1: 'https://pics.example/1.jpg',
  IMAGE2: 'https://pics.example/2.jpg',
  SKU: 'M-1',
  ...row,
});
const sizes = { 'VARIATION 1 TYPE': 'Custom', 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'Small,Large' };
const read = (...rows: Record<string, string>[]) => readWithFormat(tableOf(columns, rows)).rows;

test('listings are imported, the variants of one at its price and with shares of its quantity', async () => {
  const { db } = await emptyShop();
  const table = tableOf(columns, [mug(sizes), mug({ TITLE: 'Plate' })]);
  const summary = await importFiles(db, [csvFile(table)]);
  expect(summary).toMatchObject({
    outcome: 'imported',
    rows: 2,
    importedRows: 2,
    badRows: [],
    files: [{ products: 2, variants: 3 }],
  });
  expect(summary.files[0]?.format).toContain('an Etsy export, which has one price for all variants of a listing');
  expect(await readProducts(db)).toMatchObject([
    {
      slug: 'clay-mug',
      description: '<p>Holds 300 ml.</p>\n<p>By hand &amp; wheel.</p>',
      keywords: 'clay mug, gift',
      pictures: 'https://pics.example/1.jpg,https://pics.example/2.jpg',
      variants: [
        { product_variation: 'Small', price: 34_900, stock: 2 },
        { product_variation: 'Large', price: 34_900, stock: 1 },
      ],
    },
    { slug: 'plate', variants: [{ product_variation: '', sku: 'M-1', stock: 3 }] },
  ]);
  expect((await importFiles(db, [csvFile(table)])).products).toMatchObject({ changed: 0, unchanged: 2 });
});

test('two variations give a variant for each pair, and materials are a fact', () => {
  const rows = read(mug({ ...sizes, 'VARIATION 2 NAME': 'Colour', 'VARIATION 2 VALUES': 'Red,Blue' }));
  expect(rows.map(({ option1, option2 }) => `${option1} ${option2}`)).toEqual([
    'Small Red',
    'Small Blue',
    'Large Red',
    'Large Blue',
  ]);
  expect(rows[0]).toMatchObject({ attributes: 'Material: Red clay, glaze', isContinued: false });
  expect(rows[1]).toMatchObject({ isContinued: true });
});

test.each([
  ['Italian', italian],
  ['Hindi', hindi],
])('column names in %s are known by their order', (_, names) => {
  const table = tableOf(columns, [mug(sizes), mug({ TITLE: 'Plate' })]);
  expect(readWithFormat([names, ...table.slice(1)])).toEqual(readWithFormat(table));
});

test('two listings with one title are two products', () => {
  expect(read(mug(), mug()).map(({ handle }) => handle)).toEqual(['clay-mug', '2-clay-mug']);
});
