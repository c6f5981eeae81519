import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { indexProduct } from '#api/database/search/product-index.ts';
import { withdrawProduct } from '#api/services/import/apply/apply-batch.ts';
import {
  type Facets,
  getProductsCall,
  type ProductPage,
  productFacetsCall,
  searchProductsCall,
} from '#lib/contract/catalogue.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Filters = Record<string, unknown>;

const facetsOf = async (body: Filters): Promise<Facets> => (await shop.succeed(productFacetsCall, { body })).data;

const categories = ['Shirts', 'T-Shirts', "Men's - Watch", 'Caps'];
const sizes = ['S', 's', 'M', 'm', 'XL', 'UK 7', 'Ø', 'ø'];
const words = ['Linen', 'Cotton', 'Silk'];

/** Adds sixty products that differ in every facet, some of them withdrawn. */
async function fill(): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const own = sizes.filter((_, at) => (i * 7 + at * 5) % 4 === 0 && i % 6 !== 0);
    const { id } = await shop.add({
      name: `${words[i % 3]} Thing ${i}`,
      category: categories[(i * i) % 4] ?? 'Caps',
      price: 10_050 + ((i * 37) % 23) * 5000,
      stock: own.length > 0 ? Object.fromEntries(own.map((size, at) => [size, (i + at) % 3])) : i % 2,
    });
    if (i % 11 !== 0) continue;
    await shop.change(async (tx) => {
      await withdrawProduct(tx, id);
      await indexProduct(tx, id);
      await bumpRevision(tx);
    });
  }
}

/** Returns the page of a listing, or of a search when the filters have a search text. */
const pageOf = ({ search, ...body }: Filters): Promise<ProductPage> =>
  search
    ? shop.succeed(searchProductsCall, { body: { search: String(search), ...body } })
    : shop.succeed(getProductsCall, { body });

const totalOf = async (filters: Filters): Promise<number> => (await pageOf(filters)).total;

const filters = fc.record(
  {
    search: fc.constantFrom('linen', 'cottn', 'thing', 'silk shirts', 'zzzqqq', ''),
    sub_category: fc.subarray(categories).map((names) => names.join(',')),
    size: fc.subarray(sizes, { maxLength: 3 }).map((some) => some.join(',')),
    min_price: fc.integer({ min: 0, max: 1200 }),
    max_price: fc.integer({ min: 0, max: 1500 }),
    in_stock: fc.boolean(),
    out_of_stock: fc.boolean(),
    product_id: fc.option(fc.integer({ min: 1, max: 70 }), { freq: 8, nil: undefined }),
    sort_by: fc.constantFrom('price_asc', 'name_asc', ''),
  },
  { requiredKeys: [] },
);

describe('facets', () => {
  beforeAll(fill, 120_000);

  test('count the products that a listing or search shows with each choice', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const facets = await facetsOf(chosen);
        const all = await facetsOf({});

        for (const { id } of all.sub_categories) {
          const { count } = facets.sub_categories.find((category) => category.id === id) ?? { count: 0 };
          expect(count).toBe(await totalOf({ ...chosen, sub_category: String(id) }));
        }
        for (const { size } of all.sizes) {
          const { count } = facets.sizes.find((facet) => facet.size === size) ?? { count: 0 };
          expect(count, size).toBe(await totalOf({ ...chosen, size }));
        }
        expect(facets.in_stock).toBe(await totalOf({ ...chosen, in_stock: 1, out_of_stock: 0 }));
        expect(facets.out_of_stock).toBe(await totalOf({ ...chosen, in_stock: 0, out_of_stock: 1 }));

        const { min_price: _, max_price: __, ...unpriced } = chosen;
        const [cheapest] = (await pageOf({ ...unpriced, sort_by: 'price_asc' })).data;
        const [dearest] = (await pageOf({ ...unpriced, sort_by: 'price_desc' })).data;
        expect(facets.price?.min).toBe(cheapest?.final_price);
        expect(facets.price?.max).toBe(dearest?.final_price);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  test('leave out choices without products', async () => {
    const { sub_categories, sizes: left } = await facetsOf({ search: 'linen', max_price: 200 });
    for (const { count } of [...sub_categories, ...left]) expect(count).toBeGreaterThan(0);
  });

  test('of a search without results are empty', async () => {
    expect(await facetsOf({ search: 'zzzqqq' })).toEqual({
      sub_categories: [],
      sizes: [],
      in_stock: 0,
      out_of_stock: 0,
      price: null,
    });
  });

  test('are the same for a form and for JSON', async () => {
    const body = { sub_category: 'shirts', in_stock: '1' };
    const form = await shop.raw('/product-facets', { method: 'POST', body: new URLSearchParams(body) });
    expect(await form.json()).toEqual({ success: true, data: await facetsOf(body) });
  });

  test('refuse invalid filters', async () => {
    expect(await shop.fail(productFacetsCall, { body: { min_price: 'cheap' } })).toMatchObject({
      httpStatus: 422,
      errors: { min_price: ['Must be a number'] },
    });
  });
});

describe('the facets of one shop', () => {
  let small: TestShop;
  beforeAll(async () => {
    small = await openShop();
  });
  afterAll(() => small.close());
  const facets = async (body: Filters = {}): Promise<Facets> => (await small.succeed(productFacetsCall, { body })).data;

  test('list sizes in order, in their most common spelling, and count each product once', async () => {
    await small.add({ name: 'A', category: 'Tops', stock: { xl: 1, S: 1, s: 0 } });
    await small.add({ name: 'B', category: 'Tops', stock: { XL: 1 } });
    await small.add({ name: 'C', category: 'Tops', stock: { XL: 0, S: 2 } });
    expect((await facets()).sizes).toEqual([
      { size: 'S', count: 2 },
      { size: 'XL', count: 3 },
    ]);
    expect((await facets({ in_stock: 1 })).sizes).toEqual([
      { size: 'S', count: 2 },
      { size: 'XL', count: 2 },
    ]);
  });

  test('follow the stock', async () => {
    const before = await facets({ size: 'S', in_stock: 1 });
    await small.add({ name: 'D', category: 'Caps', price: 500_000, stock: { S: 1 } });
    const after = await facets({ size: 'S', in_stock: 1 });
    expect([after.in_stock - before.in_stock, after.price?.max]).toEqual([1, '5000.00']);
    expect(after.sub_categories).toHaveLength(before.sub_categories.length + 1);
  });
});
