import { describe, expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { readWithFormat, tableOf } from './read-with-format.ts';

/** https://support.wix.com/en/article/wix-stores-formatting-your-csv-file and the template that Wix offers under Import. */
const classic = [
  'handleId',
  'fieldType',
  'name',
  'description',
  'productImageUrl',
  'collection',
  'sku',
  'ribbon',
  'price',
  'surcharge',
  'visible',
  'discountMode',
  'discountValue',
  'inventory',
  'weight',
  'cost',
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => ['Name', 'Type', 'Description'].map((what) => `productOption${what}${n}`)),
  ...[1, 2].flatMap((n) => ['Title', 'Description'].map((what) => `additionalInfo${what}${n}`)),
  'customTextField1',
  'brand',
];

/** The columns of new catalogues: https://support.wix.com/en/article/wix-stores-importing-products-from-another-ecommerce-platform */
const modern = [
  'handle',
  'fieldType',
  'name',
  'visible',
  'plainDescription',
  'media',
  'mediaAltText',
  'ribbon',
  'brand',
  'price',
  'strikethroughPrice',
  'cost',
  'inventory',
  'sku',
  'barcode',
  'weight',
  ...[1, 2, 3].flatMap((n) => ['Name', 'Type', 'Choices'].map((what) => `productOption${what}${n}`)),
];

type Row = Record<string, string>;

const product = (row: Row = {}): Row => ({
  handleId: 'product_1',
  fieldType: 'Product',
  name: 'Cotton kurta',
  price: '799.0',
  visible: 'true',
  discountMode: 'PERCENT',
  discountValue: '0.0',
  inventory: 'InStock',
  ...row,
});
const sizes: Row = { productOptionName1: 'Size', productOptionType1: 'DROP_DOWN', productOptionDescription1: 'S;M;L' };
const size = (value: string, row: Row = {}): Row => ({
  handleId: 'product_1',
  fieldType: 'Variant',
  surcharge: '0.0',
  visible: 'true',
  inventory: '4',
  productOptionDescription1: value,
  ...row,
});
const read = (...rows: Row[]) => readWithFormat(tableOf(classic, rows)).rows;

test('a product and its variants are imported, in the order of its choices', async () => {
  const { db } = await emptyShop();
  const table = tableOf(classic, [
    product({
      ...sizes,
      productImageUrl: 'a47bec_1~mv2.jpg;https://pics.example/b.jpg',
      collection: 'Kurtas;Diwali',
      brand: 'Asha',
    }),
    size('L', { visible: 'false' }),
    size('M', { sku: 'K-M', surcharge: '50.0', inventory: 'OutOfStock' }),
    size('S', { sku: 'K-S', inventory: 'InStock' }),
    product({ handleId: 'product_2', name: 'Hidden', visible: 'false' }),
  ]);
  const summary = await importFiles(db, [csvFile(table)]);
  expect(summary).toMatchObject({ outcome: 'imported', rows: 5, importedRows: 4, files: [{ format: 'a Wix export' }] });
  expect(summary.skipped).toEqual([{ slug: 'hidden', name: 'Hidden', reason: 'hidden' }]);
  expect(await readProducts(db)).toMatchObject([
    {
      slug: 'cotton-kurta',
      category: 'Kurtas',
      brand: 'Asha',
      pictures: 'https://static.wixstatic.com/media/a47bec_1~mv2.jpg,https://pics.example/b.jpg',
      variants: [
        { product_variation: 'S', sku: 'K-S', price: 79_900, stock: 1000 },
        { product_variation: 'M', sku: 'K-M', price: 84_900, stock: 0 },
      ],
    },
  ]);
  expect((await importFiles(db, [csvFile(table)])).products).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
});

test.each<[name: string, row: Row, cells: object]>([
  ['PERCENT', { discountMode: 'PERCENT', discountValue: '10.0' }, { price: '769.1', compareAt: '849' }],
  ['AMOUNT', { discountMode: 'AMOUNT', discountValue: '99.5' }, { price: '749.5', compareAt: '849' }],
])('a discount by %s is of the price without the surcharge', (_, row, cells) => {
  expect(read(product({ ...sizes, ...row }), size('M', { surcharge: '50.0' }))[1]).toMatchObject(cells);
});

test('choices without rows of their own become variants, which share a counted stock', () => {
  const rows = read(
    product({
      ...sizes,
      productOptionName2: 'Color',
      productOptionDescription2: '#b81616:Red;rgb(193,180,123):Cream',
      inventory: '7',
    }),
  );
  expect(rows.slice(1).map(({ option1, option2, quantity }) => [option1, option2, quantity])).toEqual([
    ['S', 'Red', '2'],
    ['S', 'Cream', '1'],
    ['M', 'Red', '1'],
    ['M', 'Cream', '1'],
    ['L', 'Red', '1'],
    ['L', 'Cream', '1'],
  ]);
});

test('additional information is a fact, further collections are kept, and weights are kilograms', () => {
  const [first, second] = read(
    product({
      collection: 'Kurtas;Diwali;Sale',
      weight: '0.25',
      additionalInfoTitle1: 'Care',
      additionalInfoDescription1: '<p>Cold wash; line dry</p>',
    }),
  );
  expect(first).toMatchObject({ type: 'Kurtas', collections: 'Diwali;Sale', attributes: 'Care: Cold wash, line dry' });
  expect(second).toMatchObject({ option1: 'Default Title', grams: '250', isContinued: true });
});

test('a product whose variants are all hidden is left out', () => {
  expect(read(product(sizes), size('S', { visible: 'false' }))[0]).toMatchObject({ status: 'product without a visible variant' });
});

describe('rows that belong to nothing', () => {
  test('are a problem', () => {
    expect(read(size('S', { handleId: 'gone' }), product())).toContainEqual({
      line: 2,
      column: 'handleId',
      problem: 'names a product that the file does not have',
    });
  });

  test('without a handle belong to the product above', () => {
    expect(read(product(sizes), size('S', { handleId: '' }))[1]).toMatchObject({ handle: 'cotton-kurta', option1: 'S' });
  });
});

test('two products with one name are two products', () => {
  const handles = read(product(), product({ handleId: 'product_2' })).map(({ handle }) => handle);
  expect(new Set(handles)).toEqual(new Set(['cotton-kurta', 'product-2-cotton-kurta']));
});

test('the columns of new catalogues are read: prices before, barcodes, and pictures in rows of their own', () => {
  const { rows, format } = readWithFormat(
    tableOf(modern, [
      {
        handle: 'kurta',
        fieldType: 'PRODUCT',
        name: 'Cotton kurta',
        visible: 'TRUE',
        plainDescription: '<p>Soft</p>',
        media: 'https://pics.example/a.jpg',
        price: '699',
        strikethroughPrice: '799',
        productOptionName1: 'Size',
        productOptionChoices1: 'S;M',
      },
      { handle: 'kurta', fieldType: 'MEDIA', media: 'https://pics.example/b.jpg' },
      {
        handle: 'kurta',
        fieldType: 'VARIANT',
        visible: 'TRUE',
        inventory: '3',
        sku: 'K-S',
        barcode: '123',
        productOptionChoices1: 'S',
      },
      { handle: 'kurta', fieldType: 'VARIANT', visible: 'TRUE', price: '749', inventory: '2', productOptionChoices1: 'M' },
    ]),
  );
  expect(format).toBe('a Wix export');
  expect(rows[0]).toMatchObject({
    body: '<p>Soft</p>',
    image: 'https://pics.example/a.jpg',
    morePictures: ['https://pics.example/b.jpg'],
  });
  expect(rows.slice(2)).toMatchObject([
    { option1: 'S', sku: 'K-S', barcode: '123', price: '699', compareAt: '799', quantity: '3' },
    { option1: 'M', price: '749', compareAt: '799', quantity: '2' },
  ]);
});
