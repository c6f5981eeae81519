import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { optimiseCatalogue } from '#api/database/postgres/optimise-catalogue.ts';
import { reindexAll } from '#api/database/search/product-index.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { getProductsCall, productFacetsCall, searchProductsCall } from '#lib/contract/catalogue.ts';
import { MAX_COUNTED, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const SHIRTS = 10_050;
const CAPS = 30;
const LAST_PAGE = 417;
const allGroups = ['brands', 'colours', 'discounts', 'price_bands', 'sizes', 'stock', 'sub_categories'];

const copied = sql.raw(
  'name, description, brand, keywords, pictures, picture_alts, price, mrp, sub_category_id, seller_id, stock, import_hash, active, created_at',
);

let shop: TestShop;
let shirts: number;
let caps: number;

beforeAll(async () => {
  shop = await openShop();
  await shop.change(async (tx) => {
    for (let i = 0; i < CAPS; i++) await addProduct(tx, { name: `Cap ${i}`, category: 'Caps', price: 20_000, stock: i % 2 });
    const { id } = await addProduct(tx, { name: 'Linen Shirt', category: 'Shirts', price: 50_000, stock: { M: 1, L: 0 } });
    await sql`WITH RECURSIVE number (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM number WHERE i < ${sql.lit(SHIRTS)})
      INSERT INTO product (slug, ${copied})
      SELECT 'shirt-' || i, ${copied} FROM number CROSS JOIN product WHERE product.id = ${sql.lit(id)}`.execute(tx);
    await sql`INSERT INTO variant (product_id, product_variation, size, price, mrp, stock, position, active)
      SELECT product.id, product_variation, size, first.price, first.mrp, first.stock, position, first.active
      FROM product CROSS JOIN variant AS first WHERE product.id > ${sql.lit(id)} AND first.product_id = ${sql.lit(id)}`.execute(
      tx,
    );
    await reindexAll(tx);
    await bumpRevision(tx);
  });
  // As an import does: without statistics, PostgreSQL expects few products.
  await optimiseCatalogue(shop.store.db);
  const rows = await shop.store.db.selectFrom('sub_category').select(['id', 'name']).execute();
  [shirts = 0, caps = 0] = ['Shirts', 'Caps'].map((name) => rows.find((row) => row.name === name)?.id);
}, 120_000);
afterAll(() => shop.close());

type Filters = BodyOf<typeof getProductsCall>;

const list = (page: number, body: Filters = {}) => shop.succeed(getProductsCall, { params: { page: String(page) }, body });
const facetsOf = async (body: BodyOf<typeof productFacetsCall>) => (await shop.succeed(productFacetsCall, { body })).data;

test.each<[string, Filters & { search?: string }]>([
  ['a listing', {}],
  ['a listing by price', { sort_by: 'price_desc' }],
  ['a filtered listing', { sub_category: 'shirts', size: 'm', in_stock: true, max_price: 600 }],
  ['a search', { search: 'linen shirt' }],
  ['a corrected search', { search: 'linnen' }],
  ['a filtered search by name', { search: 'shirts', size: 'M', sort_by: 'name_asc' }],
  ['a search for the beginning of words', { search: 'lin' }],
])('%s with more products than are counted says so, and has pages up to there', async (_, { search, ...filters }) => {
  const read = (page: number) =>
    search ? shop.succeed(searchProductsCall, { body: { search, page, ...filters } }) : list(page, filters);
  const first = await read(1);
  expect(first).toMatchObject({ total: MAX_COUNTED, last_page: LAST_PAGE, more: true });
  expect(first.data).toHaveLength(PRODUCTS_PER_PAGE);
  const last = await read(LAST_PAGE);
  expect(last).toMatchObject({ total: MAX_COUNTED, last_page: LAST_PAGE, more: true });
  expect(last.data.length).toBeGreaterThan(0);
  expect(last.data.map(({ product_id }) => product_id)).not.toEqual(first.data.map(({ product_id }) => product_id));
});

test('pages after the last counted one have the other products, for feeds and sitemaps', async () => {
  const found = new Set<number>();
  for (let page = LAST_PAGE - 1; ; page++) {
    const { data } = await list(page, { sort_by: 'price_asc' });
    if (data.length === 0) break;
    for (const { product_id } of data) found.add(product_id);
  }
  expect(found.size).toBe(SHIRTS + CAPS - (LAST_PAGE - 2) * PRODUCTS_PER_PAGE);
}, 60_000);

test('a count of at most so many is exact and says nothing of more', async () => {
  const { total, last_page, more } = await list(1, { sub_category: 'caps' });
  expect({ total, last_page, more }).toEqual({ total: CAPS, last_page: 2, more: undefined });
  expect((await list(3, { sub_category: 'caps' })).data).toEqual([]);
});

describe('facets of more products than are counted', () => {
  test('are those of the first ones in the order of the listing, and say which are the least there are', async () => {
    const { sub_categories, sizes, in_stock, out_of_stock, price, more } = await facetsOf({});
    expect(more?.toSorted()).toEqual(allGroups);
    expect(sub_categories.reduce((sum, { count }) => sum + count, 0)).toBe(in_stock + out_of_stock);
    expect(Math.abs(in_stock + out_of_stock - MAX_COUNTED)).toBeLessThanOrEqual(1);
    expect(sub_categories.map(({ id }) => id)).toContain(shirts);
    expect(sizes.map(({ size }) => size)).toEqual(['M', 'L']);
    expect(price?.max).toBe('500.00');
  });

  test('of the cheapest begin with the cheapest', async () => {
    const { sub_categories, price } = await facetsOf({ sort_by: 'price_asc' });
    expect(sub_categories).toContainEqual({ id: caps, count: CAPS });
    expect(price).toEqual({ min: '200.00', max: '500.00' });
  });

  test('count a group exactly whose products are few', async () => {
    const { in_stock, out_of_stock, sub_categories, more, price } = await facetsOf({ sub_category: 'caps' });
    expect({ in_stock, out_of_stock, price }).toEqual({
      in_stock: 15,
      out_of_stock: 15,
      price: { min: '200.00', max: '200.00' },
    });
    expect(more).toEqual(['sub_categories']);
    expect(sub_categories.length).toBeGreaterThan(0);
  });

  test('of a search count its first results', async () => {
    const { sub_categories, more } = await facetsOf({ search: 'shirt' });
    expect(sub_categories.map(({ id }) => id)).toEqual([shirts]);
    expect(more?.toSorted()).toEqual(allGroups);
    expect((await facetsOf({ search: 'cap' })).more).toBeUndefined();
  });
});
