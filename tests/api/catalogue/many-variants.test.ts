import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProductsCall, newArrivalsCall, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { MAX_LISTED_VARIANTS } from '#lib/contract/limits.ts';
import { countAvailableUnits } from '#lib/rules/product/stock-notes.ts';
import { hasPriceRange } from '#lib/site/price.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const COUNT = 2048;
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  const row = (_: unknown, i: number) => ['mug', i === 0 ? 'Mug' : '', 'Home', `Glaze ${i}`, i < 1000 ? '500' : '700', '2'];
  const header = ['Handle', 'Title', 'Type', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
  const file = csvFile([header, ...Array.from({ length: COUNT }, row)], 'mugs.csv', shop.dataDir);
  await importFiles(shop.store.db, [file]);
});
afterAll(() => shop.close());

const listOf = async (body: object) => (await shop.succeed(getProductsCall, { params: { page: '1' }, body })).data;

test('a list has some of many variants, with the range of prices and the stock of all', async () => {
  const lists = [await listOf({}), (await shop.succeed(newArrivalsCall)).data];
  for (const [product] of lists) {
    expect(product?.variants).toHaveLength(MAX_LISTED_VARIANTS);
    expect(product?.variants_total).toBe(COUNT);
    expect(product && [hasPriceRange(product), countAvailableUnits(product)]).toEqual([true, COUNT * 2]);
    expect(JSON.stringify(product).length).toBeLessThan(8000);
  }
});

test('a list that asks for all of them, and the product itself, have all', async () => {
  const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'mug' } });
  expect(data.variants).toHaveLength(COUNT);
  expect(data.variants_total).toBeUndefined();
  expect((await listOf({ all_variants: true }))[0]).toEqual(data);
});
