import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { withdrawProduct } from '#api/services/import/apply/apply-batch.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import {
  getProductsCall,
  productFacetsCall,
  searchProductsCall,
  singleProductDetailsCall,
  subcategoryVariationsCall,
} from '#lib/contract/catalogue.ts';
import { homePageSectionsCall, storeInfoCall } from '#lib/contract/store.ts';
import { keyOfCategory } from '#lib/rules/http/surrogate-keys.ts';
import { listSiteFiles } from '#server/static/list-site-files.ts';
import type { NewProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const lamp: NewProduct = { name: 'Brass Lamp', category: 'Lamps', collections: ['Diwali Sale', 'Gifts'], stock: 3 };
const kurta: NewProduct = { name: 'Red Kurta', category: 'Kurtas', collections: ['Diwali Sale'], stock: { M: 1, L: 0 } };
const gift: NewProduct = { name: 'Card', category: 'Gifts', stock: 1 };

const namesIn = async (sub_category: string, more = {}) =>
  (await shop.succeed(getProductsCall, { params: { page: 1 }, body: { sub_category, ...more } })).data.map(({ name }) => name);
const categories = async () => (await shop.succeed(storeInfoCall)).storeinfo.sub_category_list ?? [];
const idOf = async (name: string) =>
  (await shop.store.db.selectFrom('sub_category').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

test('a product is listed in its category and in each of its collections, and once among all', async () => {
  for (const product of [lamp, kurta, gift]) await shop.add(product);
  expect(await namesIn('Lamps')).toEqual(['Brass Lamp']);
  expect(await namesIn('diwali sale')).toEqual(['Red Kurta', 'Brass Lamp']);
  expect(await namesIn(String(await idOf('Gifts')))).toEqual(['Card', 'Brass Lamp']);
  expect(await namesIn('Gifts', { in_stock: true, sort_by: 'name_asc' })).toEqual(['Brass Lamp', 'Card']);
  expect(await namesIn('Gifts,Diwali Sale')).toEqual(['Card', 'Red Kurta', 'Brass Lamp']);
  expect(await namesIn('Lamps,Gifts', { max_price: 1 })).toEqual([]);
  expect(await namesIn('')).toEqual(['Card', 'Red Kurta', 'Brass Lamp']);
  const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'brass-lamp' } });
  expect(data.sub_category.sub_category_name).toBe('Lamps');
  expect(data).not.toHaveProperty('collections');
});

test('each collection counts its products, and all products are counted once', async () => {
  for (const product of [lamp, kurta, gift]) await shop.add(product);
  const facets = (await shop.succeed(productFacetsCall, { body: {} })).data;
  const counts = new Map(facets.sub_categories.map(({ id, count }) => [id, count]));
  const byName = Object.fromEntries((await categories()).map(({ id = 0, name }) => [name, counts.get(id)]));
  expect(byName).toEqual({ Lamps: 1, Kurtas: 1, Gifts: 2, 'Diwali Sale': 2 });
  expect(facets.in_stock).toBe(3);
  const ofSale = (await shop.succeed(productFacetsCall, { body: { sub_category: 'Diwali Sale' } })).data;
  expect(ofSale).toMatchObject({ in_stock: 2, sizes: [{ size: 'M' }, { size: 'L' }] });
  const sizes = (await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: ['Diwali Sale'] } })).data;
  expect(sizes).toEqual([{ sub_category_id: await idOf('Diwali Sale'), sub_category_variation: 'M, L' }]);
});

test('collections stand after the categories, by name, while they list something on sale, and have files on a static site', async () => {
  const { id } = await shop.add({ ...lamp, collections: ['Winter', 'Diwali Sale'] });
  await shop.add({ ...kurta, collections: ['Diwali Sale', 'Lamps'] });
  expect((await categories()).map(({ name }) => name)).toEqual(['Lamps', 'Kurtas', 'Diwali Sale', 'Winter']);
  const files = listSiteFiles({
    store: { sub_category_list: await categories() } as never,
    products: [],
    knownHashes: [],
    pictures: new Set(),
    revision: 1,
  });
  expect(files.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['shop/winter.html', 'shop/diwali-sale.html', 'collections/diwali-sale.html']),
  );
  await shop.change(async (tx) => {
    await withdrawProduct(tx, id);
    await bumpRevision(tx, []);
  });
  // Lamps is a collection now, because its only product is gone.
  expect((await categories()).map(({ name }) => name)).toEqual(['Kurtas', 'Diwali Sale', 'Lamps']);
  expect(await namesIn('Winter')).toEqual([]);
  expect(await namesIn('Diwali Sale')).toEqual(['Red Kurta']);
  const facets = (await shop.succeed(productFacetsCall, { body: {} })).data;
  expect(facets.sub_categories.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('the name of a collection finds its products, before others that have the words', async () => {
  await shop.add({ ...lamp, collections: ['Monsoon'] });
  await shop.add({ name: 'Monsoon Umbrella', category: 'Umbrellas' });
  await shop.add(kurta);
  const { data } = await shop.succeed(searchProductsCall, { params: { page: 1 }, body: { search: 'monsoon' } });
  expect(data.map(({ name }) => name)).toEqual(['Brass Lamp', 'Monsoon Umbrella']);
});

test('a section of the home page shows a collection', async () => {
  for (const product of [lamp, kurta]) await shop.add(product);
  await shop.change(async (tx) => {
    await saveSettings(tx, defaultSettings);
    await saveHomeSections(tx, [{ type: 'products', title: 'Sale', sub_category: 'Diwali Sale' }]);
  });
  const { data } = await shop.succeed(homePageSectionsCall);
  expect(data).toMatchObject([{ products: [{ name: 'Red Kurta' }, { name: 'Brass Lamp' }] }]);
});

test('a sale of the last unit purges the lists of all its categories, and replies name what they depend on', async () => {
  await shop.close();
  // Nobody sends the purges.
  shop = await openShop({
    runsBackgroundWork: false,
    cdn: { ttlSeconds: 600, purge: { url: 'http://127.0.0.1:9/', token: undefined } },
  });
  const added = await shop.add({ ...lamp, stock: 1 });
  await shop.add(gift);
  const ask = async (sub_category: string) => {
    const body = JSON.stringify({ sub_category });
    const headers = { 'content-type': 'application/json' };
    const response = await shop.raw(getProductsCall.path, { method: 'POST', headers, body });
    return response.headers.get('surrogate-key')?.split(' ') ?? [];
  };
  expect(await ask('Lamps')).toContain(keyOfCategory(await idOf('Lamps')));
  expect(await ask('Gifts')).toContain(keyOfCategory(await idOf('Gifts')));
  // No product has it as its first category: the reply depends on every list.
  expect(await ask('Diwali Sale')).toContain('listing');
  await shop.change((tx) => tx.deleteFrom('cdn_purge').execute());
  await shop.change((tx) => deductStock(tx, [{ product_id: added.id, variant_id: added.variants[''] ?? 0, quantity: 1 }]));
  const rows = await shop.store.db.selectFrom('cdn_purge').select('surrogate_keys').execute();
  const purged = rows.flatMap(({ surrogate_keys }) => surrogate_keys.split(' '));
  const lists = await Promise.all(['Lamps', 'Diwali Sale', 'Gifts'].map(idOf));
  expect(purged).toEqual(expect.arrayContaining(['listing', ...lists.map(keyOfCategory)]));
});

/** Sizes of collections that are read by other queries. */
test.for([300, 4_000, 26_000])(
  'a collection of %i products lists and counts what a naive filter does',
  { timeout: 120_000 },
  async (size) => {
    const products = 27_000;
    await shop.add({ ...gift, collections: ['Other'] });
    await shop.add({ name: 'Late Card', category: 'Lamps', active: false });
    const [lamps, gifts, other] = await Promise.all(['Lamps', 'Gifts', 'Other'].map(idOf));
    /** The last product is the newest; every third one is a lamp, the others are gifts. */
    const isLamp = (i: number) => i % 3 === 0;
    const isListed = (i: number) => i % Math.floor(products / size) === 0 && i % 7 !== 0;
    await shop.change(async (tx) => {
      await sql`INSERT INTO product (id, slug, name, description, pictures, picture_alts, sub_category_id, seller_id, keywords, price, mrp,
        stock, import_hash, active, created_at)
      WITH RECURSIVE numbers (i) AS (SELECT CAST(1 AS INTEGER) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${sql.lit(products)})
      SELECT i + 1000, 'p-' || i, 'Product ' || i, '', '', '[]', CASE WHEN i % 3 = 0 THEN ${sql.lit(lamps)} ELSE ${sql.lit(gifts)} END,
        (SELECT min(id) FROM seller), '', 100 + i, 100 + i, i % 2, '', 1, '2026-01-01T00:00:00.000Z' FROM numbers`.execute(tx);
      await sql`INSERT INTO product_category SELECT ${sql.lit(lamps)}, id FROM product
      WHERE id > 1000 AND sub_category_id <> ${sql.lit(lamps)} AND (id - 1000) % ${sql.lit(Math.floor(products / size))} = 0
        AND (id - 1000) % 7 <> 0`.execute(tx);
      await sql`INSERT INTO product_category SELECT ${sql.lit(other)}, id FROM product
      WHERE id > 1000 AND (id - 1000) % ${sql.lit(Math.floor(products / size))} = 0 AND (id - 1000) % 7 <> 0`.execute(tx);
      await bumpRevision(tx, []);
    });
    const all = Array.from({ length: products }, (_, i) => products - i);
    const cases = [
      ['Other', isListed],
      ['Lamps', (i: number) => isLamp(i) || isListed(i)],
      ['Lamps,Other', (i: number) => isLamp(i) || isListed(i)],
    ] as const;
    for (const [sub_category, isIn] of cases) {
      const extra = sub_category === 'Lamps' ? 0 : 1;
      const expected = all.filter(isIn);
      for (const page of [1, 3]) {
        const reply = await shop.succeed(getProductsCall, { params: { page }, body: { sub_category, sort_by: 'price_asc' } });
        expect(reply.total).toBe(Math.min(10_000, expected.length + extra));
        const cheapest = expected.toReversed().slice((page - 1) * 24, page * 24);
        expect(reply.data.map(({ product_id }) => product_id - 1000)).toEqual(cheapest);
      }
      const newest = await shop.succeed(getProductsCall, { params: { page: 2 }, body: { sub_category, out_of_stock: true } });
      const soldOut = expected.filter((i) => i % 2 === 0);
      expect(newest.data.map(({ product_id }) => product_id - 1000)).toEqual(soldOut.slice(24, 48));
      expect(newest.total).toBe(Math.min(10_000, soldOut.length));
      const facets = (await shop.succeed(productFacetsCall, { body: { sub_category } })).data;
      const isCapped = facets.more?.includes('stock') === true;
      expect(isCapped).toBe(expected.length + extra > 10_000);
      if (!isCapped) expect(facets.out_of_stock).toBe(soldOut.length);
    }
  },
);
