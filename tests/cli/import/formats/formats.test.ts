import { describe, expect, test } from 'vitest';
import { recogniseFormats } from '#api/services/import/formats/recognise-format.ts';
import { formatFixtures } from '#tests/support/cli/format-fixtures.ts';
import { parseProducts, toCsv } from '#tests/support/cli/parse-products.ts';

const fixtures = Object.entries(formatFixtures);

describe.each(fixtures)('a file of %s', (_, { format, rows, products: wanted }) => {
  test('is recognised as its own and no other', () => {
    expect(recogniseFormats(rows[0] ?? []).map(({ name }) => name)).toEqual([format]);
  });

  test('gives its products', async () => {
    const { parsed, products } = await parseProducts(toCsv(rows));
    expect(parsed.badRows).toEqual([]);
    expect(parsed.files).toMatchObject([
      { format, products: wanted.length, variants: wanted.reduce((sum, { variants }) => sum + variants.length, 0) },
    ]);
    const read = products.map(({ slug, name, category, pictures, variants }, index) => ({
      slug,
      name,
      ...(wanted[index]?.category !== undefined && { category }),
      ...(wanted[index]?.pictures !== undefined && { pictures: pictures.length }),
      variants: variants.map(({ variation, price, mrp, stock }) => [
        variation,
        price / 100,
        Math.max(mrp ?? 0, price) / 100,
        ...(stock === undefined ? [] : [stock]),
      ]),
    }));
    expect(read).toEqual(wanted);
  });
});

test.each([
  ['a sheet of the owner', ['Product Name', 'Category', 'Size', 'MRP', 'Selling Price', 'Stock', 'Photo']],
  ['a price list', ['Item', 'Rate', 'Qty']],
  ['a sheet with names of several systems', ['Name', 'SKU', 'Price', 'Description', 'Image', 'Brand', 'Status', 'Quantity']],
  ['an address list', ['Name', 'Email', 'Phone']],
])('%s is recognised as none', (_, header) => {
  expect(recogniseFormats(header)).toEqual([]);
});
