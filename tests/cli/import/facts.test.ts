import { describe, expect, test } from 'vitest';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { readMetafieldName, readMetafieldValue } from '#api/services/import/facts/metafields.ts';
import { recogniseColumn, recogniseFact } from '#api/services/import/facts/recognised-facts.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

/** Imports one product with further columns; returns its facts, and what the summary says. */
async function importWith(columns: Record<string, string>, more: string[][] = []) {
  const { db } = await emptyShop();
  const header = ['Handle', 'Title', 'Variant Price', ...Object.keys(columns)];
  const summary = await importFiles(db, [csvFile([header, ['kurta', 'Kurta', '500', ...Object.values(columns)], ...more])]);
  const product = await findProductBySlug(db, 'kurta');
  const facts = Object.fromEntries((product?.attributes ?? []).map(({ name, value }) => [name, value]));
  return { db, summary, product, facts };
}

// Names and values: https://help.shopify.com/en/manual/products/import-export/using-csv and https://shopify.dev/docs/apps/build/metafields/list-of-data-types
describe('a metafield is', () => {
  test.for([
    ['Fit (product.metafields.custom.fit)', { fact: 'Fit', isTaxonomy: false }],
    ['Wash-care (product.metafields.my_fields.wash)', { fact: 'Care', isTaxonomy: false }],
    ['Color (product.metafields.shopify.color-pattern)', { fact: 'Colour', isTaxonomy: true }],
    [' (product.metafields.custom.stud_type)', { fact: 'Stud type', isTaxonomy: false }],
    ['Country of origin (product.metafields.custom.origin)', { column: 'country' }],
    ['title_tag (product.metafields.global.title_tag)', { column: 'seoTitle' }],
    ['Related products (product.metafields.shopify--discovery--product_recommendation.related_products)', { column: 'related' }],
  ] as const)('%s', ([name, metafield]) => expect(readMetafieldName(name)).toEqual(metafield));

  test.for([
    'Size (product.metafields.shopify.size)',
    'Shoe size (product.metafields.shopify.shoe-size)',
    'Product rating count (product.metafields.reviews.rating_count)',
    'Complementary products (product.metafields.shopify--discovery--product_recommendation.complementary_products)',
    'Google: Custom Product (product.metafields.mm-google-shopping.custom_product)',
    'Fabric (variant.metafields.custom.fabric)',
    'Fabric',
  ])('not read: %s', (name) => expect(readMetafieldName(name)).toBeUndefined());
});

describe('the value of a metafield is plain text', () => {
  test.for([
    ['Cotton', 'Cotton'],
    ['["Cotton","Linen"]', 'Cotton, Linen'],
    [
      '{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"Wash "},{"type":"text","bold":true,"value":"cold"}]},{"type":"list","children":[{"type":"list-item","children":[{"type":"text","value":"No bleach"}]}]}]}',
      'Wash cold, No bleach',
    ],
    ['{"value":20.5,"unit":"CENTIMETERS"}', '20.5 cm'],
    ['[{"value":1,"unit":"kg"},{"value":2,"unit":"kg"}]', '1 kg, 2 kg'],
    ['true', 'Yes'],
    ['FALSE', 'No'],
    ['gid://shopify/Metaobject/123', ''],
    ['["gid://shopify/Product/1","gid://shopify/Product/2"]', ''],
    ['https://cdn.shopify.com/s/files/guide.pdf', ''],
    ['{"scale_min":"1.0","scale_max":"5.0","value":"4.5"}', ''],
    ['{broken', '{broken'],
    ['<p>Hand&nbsp;wash &amp; dry</p>', 'Hand wash & dry'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, ''],
  ] as const)('%s', ([cell, text]) => expect(readMetafieldValue(cell)).toBe(text));

  test('and a choice of Shopify’s own list is written as words', () => {
    expect(readMetafieldValue('cotton; wool', true)).toBe('Cotton, wool');
    expect(readMetafieldValue('lace-up; v-neck; quick-drying', true)).toBe('Lace up, v-neck, quick drying');
  });
});

describe('a column is known by its name in any format', () => {
  test.for([
    ['Material', 'Material'],
    ['FABRIC TYPE*', 'Fabric'],
    ['Wash Care', 'Care'],
    ['Manufactured by:', 'Manufacturer'],
    ['manufacturer_name_and_address', 'Manufacturer'],
    ['Importer Details', 'Importer'],
    ['Packed by', 'Packer'],
    ['Net Qty.', 'Net quantity'],
    ['Net Quantity (N)', 'Net quantity'],
    ['Meta: _warranty', 'Warranty'],
    ['कपड़ा', 'Fabric'],
    ['निर्माता', 'Manufacturer'],
    ['शुद्ध मात्रा', 'Net quantity'],
    ['Neckline', 'Neck'],
  ] as const)('%s is %s', ([name, fact]) => expect(recogniseFact(name)).toBe(fact));

  test.for([
    ['Made in', 'country'],
    ['मूल देश', 'country'],
    ['GTIN, UPC, EAN, or ISBN', 'barcode'],
    ['EAN-13', 'barcode'],
    ['HSN/SAC', 'hsn'],
    ['HSN No.', 'hsn'],
  ] as const)('%s is the column %s', ([name, column]) => expect(recogniseColumn(name)).toBe(column));

  test('and a format of another system gets it too, unless it reads the column itself', () => {
    const columns = new Columns(['Item', 'Material', 'EAN', 'Made in', 'Colour of box'], {
      names: { title: ['Item'], vendor: ['Made in'] },
    });
    expect(columns.unread()).toEqual(['Colour of box']);
    const cells = columns.read(['Tray', 'Brass', '8901234567894', 'Acme', 'red']);
    expect(cells).toMatchObject({ barcode: '8901234567894', vendor: 'Acme', country: '', facts: '[["Material","Brass"]]' });
    expect(columns.has('barcode')).toBe(true);
    expect(columns.has('country')).toBe(false);
  });
});

test('metafields and known columns become facts, and are no longer among the columns that are not read', async () => {
  const { facts, product, summary } = await importWith({
    'Fabric (product.metafields.shopify.fabric)': 'polyester; mesh',
    'Fabric (product.metafields.custom.fabric)': 'Khadi cotton',
    'Fit (product.metafields.custom.fit)': '["Slim","Long"]',
    'Wash care': 'Hand wash; dry in shade',
    'Made in': 'India',
    EAN: '8901234567890',
    HSN: '6109',
    'Box Colour': 'red',
  });
  expect(facts).toEqual({ Fabric: 'Khadi cotton', Fit: 'Slim, Long', Care: 'Hand wash, dry in shade' });
  expect(product).toMatchObject({ country_of_origin: 'India', gtin: '8901234567890' });
  expect(summary.columns.unread).toEqual(['Box Colour']);
});

test('length, width and height are shown together where a unit is known', async () => {
  const measured = (columns: Record<string, string>) => importWith(columns).then(({ facts }) => facts['Dimensions']);
  expect(await measured({ 'Length (cm)': '20', 'Width (cm)': '10.5', 'Height (cm)': '5' })).toBe('20 × 10.5 × 5 cm');
  expect(await measured({ 'Length (in)': '20', 'Breadth (in)': '१०' })).toBe('20 × 10 in');
  expect(await measured({ 'Length (cm)': '20', 'Width (cm)': '' })).toBeUndefined();
  expect(await measured({ Length: '20', Width: '10', Height: '5' })).toBeUndefined();
});

test('the column of all facts counts before those of single ones', async () => {
  const { facts } = await importWith({ Attributes: 'Fabric: Silk; Weave: Plain', Fabric: 'Cotton', Care: 'Dry clean' });
  expect(facts).toEqual({ Fabric: 'Silk', Weave: 'Plain', Care: 'Dry clean' });
});

test('a later file changes the facts that it has columns for, and keeps the others', async () => {
  const { db } = await importWith({ Fabric: 'Cotton', Care: 'Hand wash', Fit: 'Slim' });
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Fabric', 'Care'],
      ['kurta', 'Kurta', '500', 'Linen', ''],
    ]),
  ]);
  expect((await findProductBySlug(db, 'kurta'))?.attributes).toEqual([
    { name: 'Fabric', value: 'Linen' },
    { name: 'Fit', value: 'Slim' },
  ]);
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Attributes'],
      ['kurta', 'Kurta', '500', ''],
    ]),
  ]);
  expect((await findProductBySlug(db, 'kurta'))?.attributes).toBeUndefined();
});

test('facts that are too long or too many are left out with a note, and the product is imported', async () => {
  const many = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`F${i} (product.metafields.custom.f${i})`, `v${i}`]));
  const { facts, summary } = await importWith({ Care: 'x'.repeat(400), ...many });
  expect(Object.keys(facts)).toHaveLength(30);
  expect(summary.notes).toContain(
    '3 facts are left out: a product can have 30, each with a name of 40 and a value of 300 characters.',
  );
});

test('a code of goods that is none is left out of a column that was not made for it', async () => {
  const { db } = await importWith({ 'HSN/SAC': 'see invoice' });
  expect(await db.selectFrom('product').select('hsn').execute()).toEqual([{ hsn: null }]);
});

test('formulas and damaged text in facts are as in other columns', async () => {
  const { facts } = await importWith({ Fabric: "'=1+1", Care: 'Itâ€™s cotton' });
  expect(facts).toEqual({ Fabric: '=1+1', Care: 'It’s cotton' });
});
