import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { getProductsCall, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { buildListingUrl, emptyListing, readListing } from '#lib/page/listing/listing-url.ts';
import { loadListing } from '#lib/page/listing/load-results.ts';
import { connectEmbeddedStore, loadPart } from '#lib/page/store/client.ts';
import { categorySegment } from '#lib/rules/routes/category-path.ts';
import { fitsFileName } from '#lib/rules/routes/name-limits.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { listSiteFiles } from '#server/static/list-site-files.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  vi.stubEnv('PUBLIC_STORE_APP_KEY', 'test-key');
  shop = await openShop();
  connectEmbeddedStore((request) => shop.store.fetch(request));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

/** Letters of one to four bytes, and one that lower case makes longer, as often as just fits somewhere and once more. */
const names: [letter: string, length: number][] = [
  ...[230, 231, 255].map((length): [string, number] => ['x', length]),
  ...[115, 116].map((length): [string, number] => ['é', length]),
  ...[76, 77, 255].map((length): [string, number] => ['क', length]),
  ...[57, 58, 127].map((length): [string, number] => ['𐌰', length]),
  ...[76, 77, 128].map((length): [string, number] => ['İ', length]),
];

const header = ['Handle', 'Title', 'Product Category', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const row = ({ handle = 'thing', category = 'Things', option = 'M' }) => [handle, 'Thing', category, 'Size', option, '500', '5'];
const bring = (rows: string[][]) => importFiles(shop.store.db, [csvFile([header, ...rows])]);

/** Exports the shop and imports the file into an empty one. */
async function moveToEmptyShop(): Promise<void> {
  let text = '';
  await exportCatalogue(shop.store.db, async (part) => {
    text += part;
  });
  await shop.close();
  shop = await openShop();
  const file = csvFile([]);
  writeFileSync(file, text);
  expect((await importFiles(shop.store.db, [file])).outcome).toBe('imported');
}

/** The pages of a static site, by address. */
const siteFiles = (slug: string, category: string) =>
  listSiteFiles({ store: {}, products: [{ slug, category, oldSlugs: [] }] } as unknown as Parameters<typeof listSiteFiles>[0]);

async function openEverywhere(slug: string, category: string, size: string): Promise<void> {
  const { data } = await shop.succeed(getProductsCall, { params: {}, body: {} });
  expect(data.map((product) => product.slug)).toEqual([slug]);
  const path = paths.product(slug);
  expect(resolvePage(path)?.canonicalUrl).toBe(path);
  await shop.succeed(singleProductDetailsCall, { params: { slug } });
  const files = siteFiles(slug, category);
  expect(files.map(({ file }) => file)).toContain(`products/${slug}.html`);
  for (const { file } of files) expect(Buffer.byteLength(`${file.split('/').at(-1)}.br.new`)).toBeLessThanOrEqual(255);
  expect(files.map(({ file }) => file)).toContain(`shop/${categorySegment(category)}.html`);
  const { sub_category_list = [] } = (await shop.succeed(storeInfoCall)).storeinfo;
  for (const url of [paths.category(category), buildListingUrl(emptyListing, { sizes: [size] })]) {
    const canonical = resolvePage(url)?.canonicalUrl ?? '';
    const listing = readListing(new URL(canonical, 'http://shop.test').searchParams);
    expect((await loadListing(loadPart, listing, sub_category_list)).found?.total).toBe(1);
  }
}

test.each(names)(
  'names of the letter %s, %i times, open everywhere, also after a move, or are refused',
  async (letter, length) => {
    const text = letter.repeat(length);
    for (const name of ['handle', 'category', 'option'] as const) {
      const { outcome, badRows } = await bring([row({ [name]: text })]);
      if (outcome === 'refused') {
        expect(badRows).toMatchObject([{ line: 2, reason: expect.stringMatching(/too long|longer than/) }]);
        continue;
      }
      const [stored] = (await shop.succeed(getProductsCall, { params: {}, body: {} })).data;
      const { slug = '', sub_category: { sub_category_name } = { sub_category_name: '' }, variants = [] } = stored ?? {};
      const option = variants[0]?.product_variation ?? '';
      const expected = name === 'handle' ? text.toLowerCase().normalize('NFC') : text;
      expect({ handle: slug, category: sub_category_name, option }[name]).toBe(expected);
      await openEverywhere(slug, sub_category_name, option);
      await moveToEmptyShop();
      await openEverywhere(slug, sub_category_name, option);
      await shop.close();
      shop = await openShop();
    }
  },
);

test('three long options that no index can hold are refused', async () => {
  const long = [...'कखगघङ'].map((letter) => letter.repeat(51)).join('');
  const wide = [...header.slice(0, 5), 'Option2 Value', 'Option3 Value', ...header.slice(5)];
  const of = (options: string[]) => [wide, ['thing', 'Thing', 'Things', 'Size', ...options, '500', '5']];
  expect((await importFiles(shop.store.db, [csvFile(of([long, long, long]))])).outcome).toBe('imported');
  const emoji = '𐌰'.repeat(127);
  expect((await importFiles(shop.store.db, [csvFile(of([long, long, `${long.slice(0, 127)}${emoji}`]))])).badRows).toMatchObject([
    { column: 'Option1 Value', reason: expect.stringMatching(/^is too long together/) },
  ]);
});

test('a handle that was stored by an earlier version still opens on a server', () => {
  for (const slug of ['x'.repeat(255), 'क'.repeat(255)]) {
    expect(fitsFileName(slug)).toBe(false);
    expect(resolvePage(paths.product(slug))?.canonicalUrl).toBe(paths.product(slug));
  }
});
