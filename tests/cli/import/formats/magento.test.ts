import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { readWithFormat, tableOf } from './read-with-format.ts';

/** https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product */
const columns = [
  'sku',
  'store_view_code',
  'attribute_set_code',
  'product_type',
  'categories',
  'product_websites',
  'name',
  'description',
  'short_description',
  'weight',
  'product_online',
  'tax_class_name',
  'visibility',
  'price',
  'special_price',
  'special_price_from_date',
  'special_price_to_date',
  'url_key',
  'meta_title',
  'meta_keywords',
  'meta_description',
  'base_image',
  'country_of_manufacture',
  'additional_attributes',
  'qty',
  'allow_backorders',
  'is_in_stock',
  'manage_stock',
  'related_skus',
  'crosssell_skus',
  'upsell_skus',
  'additional_images',
  'configurable_variations',
  'configurable_variation_labels',
];

type Row = Record<string, string>;

const simple = (sku: string, row: Row = {}): Row => ({
  sku,
  product_type: 'simple',
  attribute_set_code: 'Default',
  name: `Kurta ${sku}`,
  product_online: '1',
  visibility: 'Catalog, Search',
  price: '799.0000',
  qty: '4.0000',
  is_in_stock: '1',
  manage_stock: '1',
  ...row,
});
const child = (sku: string, row: Row = {}): Row => simple(sku, { visibility: 'Not Visible Individually', ...row });
const kurta = (row: Row = {}): Row =>
  simple('K', {
    product_type: 'configurable',
    name: 'Cotton kurta',
    url_key: 'cotton-kurta',
    price: '',
    qty: '0.0000',
    configurable_variations: 'sku=K-S,size=S,colour=Red|sku=K-M,size=M,colour=Red, dark',
    configurable_variation_labels: 'size=Size,colour=Colour',
    ...row,
  });
const read = (...rows: Row[]) => readWithFormat(tableOf(columns, rows)).rows;

test('configurable products get their simple ones as variants, wherever they stand', async () => {
  const { db } = await emptyShop();
  const table = tableOf(columns, [
    child('K-S', { special_price: '699.0000', base_image: 'https://pics.example/s.jpg' }),
    kurta({
      categories: 'Default Category/Clothes,Default Category/Clothes/Kurtas,Default Category/Diwali',
      base_image: 'https://pics.example/k.jpg',
      additional_images: 'https://pics.example/k.jpg,https://pics.example/k2.jpg',
    }),
    child('K-M', { is_in_stock: '0' }),
    simple('BUNDLE', { product_type: 'bundle', name: 'Set' }),
    simple('GROUP', { product_type: 'grouped', name: 'Family' }),
    simple('OFF', { product_online: '2' }),
    child('ALONE'),
    simple('FREE', { price: '' }),
    simple('VIRTUAL', { product_type: 'virtual', name: 'Course' }),
    simple('K', { store_view_code: 'hi', name: 'सूती कुर्ता', product_type: '', price: '' }),
  ]);
  const summary = await importFiles(db, [csvFile(table)]);
  expect(summary).toMatchObject({
    outcome: 'imported',
    rows: 10,
    importedRows: 5,
    badRows: [],
    files: [{ format: 'a Magento export' }],
  });
  expect(summary.skipped.map(({ slug, reason }) => [slug, reason])).toEqual([
    ['set', 'bundle product, which shoppers put together'],
    ['family', 'grouped product, whose parts are products of their own'],
    ['kurta-off', 'disabled'],
    ['kurta-alone', 'not visible individually'],
    ['kurta-free', 'product without a price'],
  ]);
  expect(await readProducts(db)).toMatchObject([
    {
      slug: 'cotton-kurta',
      category: 'Kurtas',
      pictures: 'https://pics.example/k.jpg,https://pics.example/k2.jpg,https://pics.example/s.jpg',
      variants: [
        { product_variation: 'S / Red', sku: 'K-S', price: 69_900, mrp: 79_900, stock: 4, picture: 'https://pics.example/s.jpg' },
        { product_variation: 'M / Red, dark', sku: 'K-M', price: 79_900, stock: 0 },
      ],
    },
    { slug: 'course', variants: [{ product_variation: '', stock: 4 }] },
  ]);
  expect((await importFiles(db, [csvFile(table)])).products).toMatchObject({ changed: 0, unchanged: 2 });
});

test('a product has its attributes as facts, brand, codes, related products and texts for search engines', () => {
  const rows = read(
    kurta({
      additional_attributes:
        'colour=Red,fabric=Cotton|Silk,care="Cold wash, line dry",manufacturer=Asha,hsn_code=6204,has_options=1',
      tax_class_name: 'GST 12',
      country_of_manufacture: 'India',
      meta_title: 'Kurta',
      meta_description: 'Soft',
      related_skus: 'MUG,K-S,GONE',
      short_description: 'Short\nline',
      description: '<p>Long</p>',
    }),
    child('K-S', { weight: '0.2500', additional_attributes: 'ean=4006381333931' }),
    child('K-M'),
    simple('MUG', { name: 'Mug' }),
  );
  expect(rows[0]).toMatchObject({
    attributes: 'Fabric: Cotton, Silk; Care: Cold wash, line dry',
    vendor: 'Asha',
    hsn: '6204',
    gstRate: '12',
    country: 'India',
    seoTitle: 'Kurta',
    seoDescription: 'Soft',
    related: 'mug',
    body: '<p>Short<br>line</p>\n<p>Long</p>',
    option1Name: 'Size',
    option2Name: 'Colour',
  });
  expect(rows[1]).toMatchObject({ grams: '250', barcode: '4006381333931', quantity: '4' });
});

test('a special price with dates is a price for that time', () => {
  const dates = { special_price_from_date: '12/1/26', special_price_to_date: '12/31/26, 6:30 PM' };
  expect(read(simple('A', { special_price: '699.0000', ...dates }))[0]).toMatchObject({
    price: '799.0000',
    salePrice: '699.0000',
    saleStart: '2026-12-01',
    saleEnd: '2026-12-31 18:30:00',
  });
});

test('stock that is not managed or may be oversold', () => {
  expect(read(simple('A', { manage_stock: '0' }))[0]).not.toHaveProperty('tracker');
  expect(read(simple('A', { allow_backorders: '1', qty: '-1.0000' }))[0]).toMatchObject({ policy: 'continue', quantity: '-1' });
});

test('a variant that the file does not have is a problem', () => {
  expect(read(kurta(), child('K-S'))).toContainEqual({
    line: 2,
    column: 'configurable_variations',
    problem: 'names the SKU "K-M", which is not in the file',
  });
  expect(read(kurta())[0]).toMatchObject({ status: 'configurable product without variations' });
});

test('two products with one name and no address are two products', () => {
  expect(read(simple('A', { name: 'Mug' }), simple('B', { name: 'Mug' })).map(({ handle }) => handle)).toEqual(['mug', 'b-mug']);
});
