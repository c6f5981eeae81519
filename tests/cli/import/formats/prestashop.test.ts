import { expect, test } from 'vitest';
import { formatFixtures } from '#tests/support/cli/format-fixtures.ts';
import { parseProducts, toCsv } from '#tests/support/cli/parse-products.ts';

// https://docs.prestashop-project.org/1-6-documentation/english-documentation/user-guide/managing-advanced-parameters/csv-import-settings
const combinations = toCsv(
  [
    [
      'Product ID*',
      'Attribute (Name:Type:Position)*',
      'Value (Value:Position)*',
      'Reference',
      'EAN13',
      'Impact on price',
      'Quantity',
      'Image URLs (x,y,z...)',
    ],
    ['1', 'Size:select:0, Colour:color:1', 'S:0, Natural:1', 'JB-S', '', '0', '4', 'https://pictures.example/s.jpg'],
    ['1', 'Size:select:0, Colour:color:1', 'L:1, Natural:1', 'JB-L', '', '100,00', '6', ''],
    ['1', 'Size:select:0, Colour:color:1', 'XS:2, Natural:1', 'JB-XS', '', '-99', '0', ''],
  ],
  { separator: ';' },
);
const productFile = toCsv(formatFixtures['PrestaShop']?.rows ?? [], { separator: ';' });

test.each([
  ['after', [productFile, combinations]],
  ['before', [combinations, productFile]],
])('combinations in a file %s the products are their variants, with the discount', async (_, files) => {
  const { parsed, products } = await parseProducts(...files);
  expect(parsed.badRows).toEqual([]);
  expect(products.map(({ slug, variants }) => [slug, variants.length])).toEqual([
    ['jute-bag', 3],
    ['lamp-brass', 1],
  ]);
  expect(products[0]).toMatchObject({
    optionName: 'Size / Colour',
    variants: [
      {
        variation: 'S / Natural',
        sku: 'JB-S',
        price: 116_910,
        mrp: 129_900,
        stock: 4,
        picture: 'https://pictures.example/s.jpg',
      },
      { variation: 'L / Natural', sku: 'JB-L', price: 125_910, mrp: 139_900, stock: 6 },
      { variation: 'XS / Natural', sku: 'JB-XS', price: 108_000, mrp: 120_000, stock: 0 },
    ],
  });
  expect(products[0]?.pictures).toHaveLength(3);
  expect(parsed.rows).toBe(3);
});

test('combinations without their products give none', async () => {
  expect((await parseProducts(combinations)).products).toEqual([]);
});
