import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { indexProduct } from '#api/database/search/product-index.ts';
import { withdrawProduct } from '#api/services/import/apply/apply-batch.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { type ProductPage, searchProductsCall } from '#lib/contract/catalogue.ts';
import { addProduct, type NewProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** 1,100 products with "cotton" in four places: more than the search ranks one by one. */
const places: { count: number; product: (i: number) => NewProduct }[] = [
  { count: 30, product: (i) => ({ name: `Plain Bag ${i}`, category: 'Cotton' }) },
  { count: 500, product: (i) => ({ name: `Cotton Towel ${i}`, category: 'Towels' }) },
  { count: 70, product: (i) => ({ name: `Cottonwood Bowl ${i}`, category: 'Kitchen' }) },
  { count: 500, product: (i) => ({ name: `Soft Sheet ${i}`, category: 'Bedding', description: '<p>All cotton.</p>' }) },
];
const TOTAL = 1100;

let shop: TestShop;
const idsByPlace: number[][] = [];
beforeAll(async () => {
  shop = await openShop();
  await shop.change(async (tx) => {
    for (const [place, { count, product }] of places.entries()) {
      const ids: number[] = [];
      for (let i = 0; i < count; i++) {
        const added = await addProduct(tx, {
          price: 10_000 + ((i * 37) % 500) * 100,
          stock: i % 3,
          ...product(place * 1000 + i),
        });
        ids.push(added.id);
      }
      idsByPlace.push(ids);
    }
    await addProduct(tx, { name: 'Jute Rope', category: 'Garden' });
  });
}, 60_000);
afterAll(() => shop.close());

/** Returns all pages of a search. */
async function everyPage(body: BodyOf<typeof searchProductsCall>): Promise<ProductPage['data']> {
  const products: ProductPage['data'] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const reply = await shop.succeed(searchProductsCall, { params: { page: String(page) }, body });
    last = reply.last_page;
    products.push(...reply.data);
    if (page === last) expect(products).toHaveLength(reply.total);
  }
  return products;
}

const idsOf = (products: ProductPage['data']): number[] => products.map(({ product_id }) => product_id);

describe('a search with more than a thousand results', () => {
  test('shows each product once, by the field that matches, then newest first', async () => {
    const ids = idsOf(await everyPage({ search: 'cotton' }));
    expect(ids).toHaveLength(TOTAL);
    expect(ids).toEqual(idsByPlace.flatMap((place) => place.toReversed()));
  });

  test('starts at any page', async () => {
    const { data } = await shop.succeed(searchProductsCall, { params: { page: '26' }, body: { search: 'cotton' } });
    const all = idsByPlace.flatMap((place) => place.toReversed());
    expect(idsOf(data)).toEqual(all.slice(600, 624));
  });

  test('can be filtered and sorted', async () => {
    const products = await everyPage({ search: 'cotton', in_stock: 1, min_price: 200, max_price: 400, sort_by: 'price_asc' });
    expect(products.length).toBeGreaterThan(100);
    expect(new Set(idsOf(products)).size).toBe(products.length);
    const prices = products.map(({ final_price }) => Number(final_price));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices.every((price) => price >= 200 && price <= 400)).toBe(true);
    expect(products.every(({ product_stock }) => product_stock > 0)).toBe(true);
  });

  test('is still ranked by field when filtered without a sort order', async () => {
    const products = await everyPage({ search: 'cotton', out_of_stock: 1 });
    const places = idsOf(products).map((id) => idsByPlace.findIndex((ids) => ids.includes(id)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(products.every(({ product_stock }) => product_stock === 0)).toBe(true);
  });

  test('updates its count when products are withdrawn', async () => {
    const [first] = idsByPlace[3] ?? [];
    await shop.change(async (tx) => {
      await withdrawProduct(tx, first ?? 0);
      await indexProduct(tx, first ?? 0);
      await bumpRevision(tx);
    });
    const { total } = await shop.succeed(searchProductsCall, { body: { search: 'cotton' } });
    expect(total).toBe(TOTAL - 1);
  });
});
