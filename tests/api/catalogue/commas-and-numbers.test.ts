import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { getProductsCall, productFacetsCall, subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { listSizeOptions } from '#lib/page/listing/filter-options.ts';
import { buildListingUrl, emptyListing, readListing } from '#lib/page/listing/listing-url.ts';
import { loadListing, loadListingSizes } from '#lib/page/listing/load-results.ts';
import { connectEmbeddedStore, loadPart } from '#lib/page/store/client.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

/** Values with commas, with parts that are values of their own. */
const values = ['1,000 ml', '1', '000 ml', '1,5 L', '₹1,00,000', '10,000 mAh', 'Red, White', 'Red', 'White', 'अ, आ'];

const header = ['Handle', 'Title', 'Type', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const rows = [
  header,
  ...values.map((value, i) => [`jar-${i}`, `Jar ${i}`, value, 'Size', value, '500', '5']),
  ...['2', '3'].map((name) => [`number-${name}`, `Number ${name}`, name, 'Size', '5 kg', '500', '5']),
];

beforeAll(async () => {
  vi.stubEnv('PUBLIC_STORE_APP_KEY', 'test-key');
  shop = await openShop();
  await importFiles(shop.store.db, [csvFile(rows, 'products.csv', shop.dataDir)]);
  connectEmbeddedStore((request) => shop.store.fetch(request));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

const sizesOf = async () => (await loadListingSizes(loadPart, emptyListing, await categories())).reply ?? [];
const categories = async () => (await shop.succeed(storeInfoCall)).storeinfo.sub_category_list ?? [];

/** The products of a listing's address, as its page shows them. */
async function open(url: string): Promise<string[]> {
  const { found } = await loadListing(loadPart, readListing(new URL(url, 'http://shop.test').searchParams), await categories());
  return (found?.data ?? []).map(({ name }) => name);
}

describe('a value with commas', () => {
  test('is stored, offered and exported unaltered', async () => {
    expect(new Set(await sizesOf())).toEqual(new Set([...values, '5 kg']));
    let text = '';
    await exportCatalogue(shop.store.db, async (part) => {
      text += part;
    });
    for (const value of values) expect(text).toContain(value.includes(',') ? `"${value}"` : `,${value},`);
    expect((await importFiles(shop.store.db, [csvFile(rows, 'products.csv', shop.dataDir)])).products).toMatchObject({
      unchanged: rows.length - 1,
    });
  });

  test('stays one part of the list that is joined by commas', async () => {
    const { data } = await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: ['1,000 ml'] } });
    expect(data.flatMap((row) => row.sub_category_variation.split(','))).toHaveLength(1);
  });

  test.each(values)('%s filters by size and by category, from the address and from the form', async (value) => {
    const expected = [`Jar ${values.indexOf(value)}`];
    expect(await open(buildListingUrl(emptyListing, { sizes: [value] }))).toEqual(expected);
    expect(await open(paths.category(value))).toEqual(expected);
    const option = listSizeOptions(emptyListing, await sizesOf()).find(({ label }) => label === value);
    expect(await open(`/shop?${new URLSearchParams({ size: option?.value ?? '' })}`)).toEqual(expected);
  });

  test('filters together with others', async () => {
    expect(await open(buildListingUrl(emptyListing, { sizes: ['White', '1,000 ml', 'अ, आ'], sort: 'name_asc' }))).toEqual([
      'Jar 0',
      'Jar 8',
      'Jar 9',
    ]);
  });

  test('is counted as it is spelled', async () => {
    const { data } = await shop.succeed(productFacetsCall, { body: {} });
    expect(data.sizes.map(({ size }) => size)).toEqual(expect.arrayContaining(values));
  });
});

describe('a category whose name is a number', () => {
  test.each(['1', '2', '3'])('%s shows its own products, not those of the category with this id', async (name) => {
    const expected = name === '1' ? ['Jar 1'] : [`Number ${name}`];
    expect(await open(paths.category(name))).toEqual(expected);
    const { data } = await shop.succeed(getProductsCall, { params: {}, body: { sub_category: name } });
    expect(data.map((product) => product.name)).toEqual(expected);
  });

  test('does not take the products of the category whose id it is', async () => {
    for (const { id, name } of await categories()) {
      const expected = name === '2' || name === '3' ? `Number ${name}` : `Jar ${values.indexOf(name)}`;
      expect([id, await open(paths.category(name))]).toEqual([id, [expected]]);
    }
  });
});
