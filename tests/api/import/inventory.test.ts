import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

const catalogue = [
  ['Handle', 'Title', 'Type', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Inventory Tracker', 'Variant Price'],
  ['kurta', 'Kurta', 'Kurtas', 'Size', 'S', 'K-S', 'shopify', '799'],
  ['kurta', '', '', '', 'M', 'K-M', 'shopify', '799'],
  ['mug', 'Mug', 'Mugs', 'Title', 'Default Title', 'MUG', 'shopify', '349'],
];
const fixed = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'SKU', 'HS Code', 'COO'];
const item = (handle: string, option: string, ...rest: string[]) => [
  handle,
  handle,
  'Size',
  option,
  '',
  '',
  '',
  '',
  'IN',
  ...rest,
];

/** One row for each size and location, with figures by state. */
const byRow = (...rows: [handle: string, option: string, location: string, available: string][]) => [
  [...fixed, 'Location', 'Incoming (not editable)', 'Committed (not editable)', 'Available (not editable)', 'On hand (current)'],
  ...rows.map(([handle, option, location, available]) => item(handle, option, location, '9', '1', available, '99')),
];

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const bring = (...files: string[][][]) =>
  importFiles(
    shop.store.db,
    files.map((rows, i) => csvFile(rows, `file-${i}.csv`)),
  );

async function readStock(): Promise<Record<string, number[]>> {
  const { data } = await shop.succeed(getProductsCall, { params: {}, body: {} });
  return Object.fromEntries(
    data.map((product) => [product.slug, [product.product_stock, ...product.variants.map(({ stock }) => stock)]]),
  );
}

describe('Shopify’s inventory export', () => {
  test('sets the stock of each size, summed over the locations, and nothing else', async () => {
    await bring(catalogue);
    expect(await readStock()).toEqual({ kurta: [0, 0, 0], mug: [0] });
    const file = byRow(
      ['kurta', 'S', 'Godown', '4'],
      ['kurta', 'S', 'Shop', '1,200'],
      ['kurta', 'M', 'Godown', 'not stocked'],
      ['kurta', 'M', 'Shop', '3'],
      ['mug', 'Default Title', 'Shop', '-2'],
    );
    const summary = await bring(file);
    expect(summary).toMatchObject({
      outcome: 'imported',
      rows: 5,
      products: { changed: 1, withdrawn: 0 },
      variants: { changed: 2 },
    });
    expect(await readStock()).toEqual({ kurta: [1207, 1204, 3], mug: [0] });
    expect((await bring(file)).variants.changed).toBe(0);
  });

  test('may have a column for each location', async () => {
    await bring(catalogue, [[...fixed, 'Godown', 'Shop'], item('kurta', 'S', '4', ''), item('kurta', 'm', 'not stocked', '३')]);
    expect(await readStock()).toMatchObject({ kurta: [7, 4, 3] });
  });

  test('leaves units that were sold since the same figures were imported', async () => {
    await bring(catalogue, byRow(['kurta', 'S', 'Shop', '4']));
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 1 }).where('product_variation', '=', 'S').execute());
    await bring(byRow(['kurta', 'S', 'Shop', '4']));
    expect((await readStock())['kurta']).toContain(1);
    await bring(byRow(['kurta', 'S', 'Shop', '5']));
    expect((await readStock())['kurta']).toContain(5);
  });

  test('names rows that the shop does not have, and changes nothing when a figure is wrong or in a dry run', async () => {
    await bring(catalogue);
    const { notes } = await bring(byRow(['kurta', 'XL', 'Shop', '4'], ['bowl', 'S', 'Shop', '4']));
    expect(notes.at(-1)).toBe(
      '2 rows name products or sizes that the shop does not have: file-0.csv line 3, 2. Import the product export first.',
    );
    expect(notes.join()).not.toContain('from the inventory export');
    const refused = await bring(byRow(['kurta', 'S', 'Shop', '4'], ['kurta', 'M', 'Shop', 'many']));
    expect(refused).toMatchObject({
      outcome: 'refused',
      badRows: [{ file: 'file-0.csv', line: 3, column: 'stock', reason: 'must be a whole number, but is "many"' }],
    });
    const rows = csvFile(byRow(['kurta', 'S', 'Shop', '4']));
    expect((await importFiles(shop.store.db, [rows], { dryRun: true })).variants.changed).toBe(1);
    expect(await readStock()).toEqual({ kurta: [0, 0, 0], mug: [0] });
    const half = await bring(byRow(['kurta', 'S', 'Shop', '9'], ['bowl', 'S', 'Shop', '4']));
    expect(half.notes.at(-2)).toBe('1 variant has its stock from the inventory export; all else stays as it is.');
  });
});
