import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import {
  getProductsCall,
  newArrivalsCall,
  singleProductDetailsCall,
  subcategoryVariationsCall,
} from '#lib/contract/catalogue.ts';
import { emptyListing } from '#lib/page/listing/listing-url.ts';
import { loadListingFacets, loadListingSizes } from '#lib/page/listing/load-results.ts';
import { connectEmbeddedStore, loadPart, readApplicationKey } from '#lib/page/store/client.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
const names = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);
const list = (body: Record<string, unknown>, page?: number) =>
  shop.succeed(getProductsCall, { body, ...(page && { params: { page } }) });

beforeAll(async () => {
  shop = await openShop();
  await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 149_900, mrp: 199_900, stock: { S: 0, M: 3, L: 5 } });
  await shop.add({ name: 'Ajrakh Tee', category: 'T-Shirts', price: 59_900, stock: { s: 2, '2XL': 0, XL: 1, M: 0 } });
  await shop.add({
    name: 'Brass Watch',
    category: "Men's - Watch",
    price: 499_900,
    stock: 0,
    sellerKind: 'wholesaler',
    seller: 'Mill',
  });
  await shop.add({ name: 'Hidden', category: 'Shirts', active: false });
});
afterAll(() => shop.close());

describe('a listing', () => {
  test('shows the newest first and hides products that are not on sale', async () => {
    expect(names(await list({}))).toEqual(['Brass Watch', 'Ajrakh Tee', 'Linen Shirt']);
  });

  test('shows each product with its own variants, whatever was listed before', async () => {
    const variants = async (body: Record<string, unknown>) =>
      (await list(body)).data.map(({ name, variants: all }) => [name, all.map(({ product_variation }) => product_variation)]);
    const [shirt, tee, watch] = [
      ['Linen Shirt', ['S', 'M', 'L']],
      ['Ajrakh Tee', ['s', '2XL', 'XL', 'M']],
      ['Brass Watch', []],
    ];
    expect(await variants({ sub_category: 'shirts' })).toEqual([shirt]);
    expect(await variants({ sub_category: 't-shirts' })).toEqual([tee]);
    expect(await variants({ sub_category: 'shirts,t-shirts' })).toEqual([tee, shirt]);
    expect(await variants({ sub_category: "shirts,men's - watch" })).toEqual([watch, shirt]);
  });

  test('accepts sub-categories by id or by name in any case', async () => {
    expect(names(await list({ sub_category: 'shirts' }))).toEqual(['Linen Shirt']);
    const shirts = (await list({ sub_category: 'SHIRTS' })).data[0]?.sub_category.id;
    expect(names(await list({ sub_category: `${shirts}, men's - watch` }))).toEqual(['Brass Watch', 'Linen Shirt']);
    expect(names(await list({ sub_category: 'Spaceships' }))).toEqual([]);
  });

  test('combines price, size and stock', async () => {
    expect(names(await list({ min_price: '599', max_price: 1499 }))).toEqual(['Ajrakh Tee', 'Linen Shirt']);
    expect(names(await list({ size: 'm' }))).toEqual(['Ajrakh Tee', 'Linen Shirt']);
    expect(names(await list({ size: 'm', in_stock: true }))).toEqual(['Linen Shirt']);
    expect(names(await list({ size: 'M,S', out_of_stock: true }))).toEqual(['Ajrakh Tee', 'Linen Shirt']);
    expect(names(await list({ out_of_stock: '1' }))).toEqual(['Brass Watch']);
    expect(names(await list({ in_stock: '1', out_of_stock: '1' }))).toHaveLength(3);
  });

  test('sorts', async () => {
    expect(names(await list({ sort_by: 'price_asc' }))).toEqual(['Ajrakh Tee', 'Linen Shirt', 'Brass Watch']);
    expect(names(await list({ sort_by: 'price_desc' }))).toEqual(['Brass Watch', 'Linen Shirt', 'Ajrakh Tee']);
    expect(names(await list({ sort_by: 'name_asc' }))).toEqual(['Ajrakh Tee', 'Brass Watch', 'Linen Shirt']);
  });

  test('past its last page is empty and has the right totals', async () => {
    expect(await list({}, 9)).toMatchObject({ data: [], current_page: 9, last_page: 1, per_page: 24, total: 3 });
  });

  test('refuses invalid filters', async () => {
    expect(await shop.fail(getProductsCall, { body: { min_price: 'cheap' } })).toMatchObject({
      httpStatus: 422,
      message: 'Must be a number',
      errors: { min_price: ['Must be a number'] },
    });
    expect((await shop.fail(getProductsCall, { body: { sort_by: 'random' as 'newest' } })).httpStatus).toBe(422);
  });

  test('is the same for JSON and form data', async () => {
    const json = await shop.raw('/get-products?page=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sub_category: 'shirts', max_price: 2000 }),
    });
    const form = await shop.raw('/get-products', {
      method: 'POST',
      body: new URLSearchParams([
        ['sub_category', 'shirts'],
        ['max_price', '2000'],
      ]),
    });
    expect(await form.json()).toEqual(await json.json());
  });
});

describe('pages of a listing', () => {
  let big: TestShop;
  beforeAll(async () => {
    big = await openShop();
    await big.change(async () => undefined);
    for (let i = 0; i < 30; i++) await big.add({ name: `Cap ${i}`, category: 'Caps', createdAt: '2026-01-01T00:00:00.000Z' });
  });
  afterAll(() => big.close());

  test('hold 24 products without repeats or gaps', async () => {
    const first = await big.succeed(getProductsCall);
    const second = await big.succeed(getProductsCall, { params: { page: 2 } });
    expect([first.data.length, second.data.length, first.last_page, first.total]).toEqual([24, 6, 2, 30]);
    expect(new Set([...first.data, ...second.data].map(({ product_id }) => product_id)).size).toBe(30);
  });

  test('may be asked for by their ids', async () => {
    const { data } = await big.succeed(getProductsCall);
    const ids = data.slice(3, 6).map(({ product_id }) => product_id);
    const found = await big.succeed(getProductsCall, { body: { product_id: `${ids.join(', ')},99999999999999999999` } });
    expect(found.data.map(({ product_id }) => product_id).sort()).toEqual(ids.sort());
    expect((await big.succeed(getProductsCall, { body: { product_id: ids[0] as number } })).total).toBe(1);
    expect((await big.succeed(getProductsCall, { body: { product_id: '' } })).total).toBe(30);
    const refused = await big.fail(getProductsCall, { body: { product_id: '3,x' } });
    expect(refused.errors?.['product_id']).toEqual(['Must be a number']);
  });

  test('treat an invalid page number as the first', async () => {
    for (const page of ['x', '-3', '0', '1e99', '']) {
      expect((await big.succeed(getProductsCall, { params: { page } })).current_page).toBe(1);
    }
  });
});

describe('a product', () => {
  test('is found by its slug, with its variants and its seller', async () => {
    const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'linen-shirt' } });
    expect(data).toMatchObject({ final_price: '1499.00', mrp: '1999.00', product_stock: 8, seller_name: 'Our shop' });
    expect(data.variants.map(({ product_variation, stock }) => [product_variation, stock])).toEqual([
      ['S', 0],
      ['M', 3],
      ['L', 5],
    ]);
    expect(data.retailer_product_id).toBe(data.product_id);
    expect(data.wholesaler_id).toBeUndefined();
  });

  test('without sizes has no variants, and a wholesaler’s product carries the wholesaler’s id', async () => {
    const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'brass-watch' } });
    expect(data.variants).toEqual([]);
    expect(data.wholesaler_id).toBeGreaterThan(0);
    expect(data.retailer_id).toBeUndefined();
  });

  test('that is missing or hidden is refused', async () => {
    for (const slug of ['nothing', 'hidden', "x' OR 1=1", '../../etc/passwd', '%00']) {
      expect((await shop.fail(singleProductDetailsCall, { params: { slug } })).httpStatus).toBe(404);
    }
  });
});

test('new arrivals are the newest products', async () => {
  expect(names(await shop.succeed(newArrivalsCall))).toEqual(['Brass Watch', 'Ajrakh Tee', 'Linen Shirt']);
});

describe('the sizes of sub-categories', () => {
  test('of a sub-category are sorted by size', async () => {
    const { data } = await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: ['t-shirts'] } });
    expect(data.map((row) => row.sub_category_variation)).toEqual(['s, M, XL, 2XL']);
  });

  test('of all products are listed when no sub-category is named', async () => {
    expect((await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: [] } })).data).toHaveLength(2);
  });

  test('follow a new size whose product keeps its text', async () => {
    const own = await openShop();
    onTestFinished(own.close);
    const { id } = await own.add({ name: 'Linen Shirt', category: 'Shirts', stock: { M: 1, XL: 1, xl: 1 } });
    await own.add({ name: 'Cap', category: 'Caps', stock: { 'One size': 1 } });
    const sizes = async () =>
      (await own.succeed(subcategoryVariationsCall, { body: { sub_category_id: [] } })).data.map(
        (row) => row.sub_category_variation,
      );
    expect(await sizes()).toEqual(['M, XL', 'One size']);
    await own.change(async (tx) => {
      await tx
        .updateTable('variant')
        .set({ product_variation: 'L', size: 'L' })
        .where('product_id', '=', id)
        .where('product_variation', '=', 'M')
        .execute();
      await bumpRevision(tx, []);
    });
    expect(await sizes()).toEqual(['L, XL', 'One size']);
  });

  test('of an unknown sub-category are empty', async () => {
    expect((await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: [999_999, 'nope'] } })).data).toEqual([]);
  });
});

test('the store and the listing page sort sizes in the same order', async () => {
  const sizes = ['XS', 'M', 'XL', '2XL', 'XXL', '3XL', 'XXXL', '5XL', '6', 'UK 8', '38', 'Free Size', 'Kids'];
  const store = await openShop({ applicationKey: readApplicationKey() });
  try {
    connectEmbeddedStore(async (request) => store.store.fetch(request));
    await store.add({
      name: 'Kurta',
      category: 'Kurtas',
      stock: Object.fromEntries(sizes.toReversed().map((size) => [size, 1])),
    });
    const categories = [{ id: 1, name: 'Kurtas', image: '' }];
    expect((await loadListingSizes(loadPart, emptyListing, categories)).reply).toEqual(sizes);
    expect((await loadListingFacets(loadPart, emptyListing, categories)).reply?.data.sizes.map(({ size }) => size)).toEqual(
      sizes,
    );
  } finally {
    await store.close();
  }
});
