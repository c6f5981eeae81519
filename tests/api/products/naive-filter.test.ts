import { expect, onTestFinished, test } from 'vitest';
import { getProductsCall, productFacetsCall, searchProductsCall, subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { seededRandom } from '#tests/server/sockets/seeded-random.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { testSeed } from '#tests/support/test-seed.ts';
import {
  naiveFacets,
  naiveMatches,
  type RandomProduct,
  type RandomRequest,
  randomProduct,
  randomRequest,
  sizesOf,
} from './naive-catalogue.ts';

const PRODUCTS = 90;
const REQUESTS = 80;

/** Reads all pages: ids in their order, and the total of each page. */
async function readAll(shop: TestShop, { body, search }: RandomRequest): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = [];
  const totals: number[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const reply = search
      ? await shop.succeed(searchProductsCall, { params: { page }, body: { search, ...body } })
      : await shop.succeed(getProductsCall, { params: { page }, body });
    expect(reply.data.length).toBeLessThanOrEqual(PRODUCTS_PER_PAGE);
    last = reply.last_page;
    totals.push(reply.total);
    ids.push(...reply.data.map(({ product_id }) => product_id));
  }
  return { ids, totals };
}

/** Reads the facets, with categories by name and sizes in lower case. */
async function readFacets(shop: TestShop, { body, search }: RandomRequest, names: ReadonlyMap<number, string>) {
  const { sub_categories, sizes, price, in_stock, out_of_stock } = (
    await shop.succeed(productFacetsCall, { body: { search, ...body } })
  ).data;
  return {
    sub_categories: Object.fromEntries(sub_categories.map(({ id, count }) => [names.get(id), count])),
    sizes: Object.fromEntries(sizes.map(({ size, count }) => [size.toLowerCase(), count])),
    in_stock,
    out_of_stock,
    price: price && { min: Number(price.min), max: Number(price.max) },
  };
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

test('listings, searches, facets and sizes are those of a naive filter, for random catalogues and requests', async () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  const shop = await openShop();
  onTestFinished(shop.close);
  const products: RandomProduct[] = [];
  await shop.change(async (tx) => {
    for (let i = 0; i < PRODUCTS; i++) {
      const product = randomProduct(random, i);
      products.push({ ...product, id: (await addProduct(tx, product)).id });
    }
  });
  const rows = await shop.store.db.selectFrom('sub_category').select(['id', 'name']).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));

  for (let i = 0; i < REQUESTS; i++) {
    const request = randomRequest(random, products);
    const message = `SEED=${seed}, request ${i}: ${JSON.stringify(request)}`;
    const expected = naiveMatches(products, request).map(({ id }) => id);
    const { ids, totals } = await readAll(shop, request);
    // Without an order, a search lists the best matches first.
    const isRanked = request.search !== '' && !request.body.sort_by;
    expect(isRanked ? sorted(ids) : ids, message).toEqual(isRanked ? sorted(expected) : expected);
    expect(new Set(totals), message).toEqual(new Set([expected.length]));
    expect(await readFacets(shop, request, names), message).toEqual(naiveFacets(products, request));
  }

  const variations = (await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: [] } })).data;
  const onSale = products.filter(({ active }) => active);
  const expectedSizes = [...Map.groupBy(onSale, ({ category }) => category)].map(
    ([category, own]) => [category, [...new Set(own.flatMap((product) => [...sizesOf(product).keys()]))].sort()] as const,
  );
  expect(
    Object.fromEntries(
      variations.map(({ sub_category_id, sub_category_variation }) => [
        names.get(sub_category_id ?? 0),
        sub_category_variation.toLowerCase().split(', ').sort(),
      ]),
    ),
    `SEED=${seed}`,
  ).toEqual(Object.fromEntries(expectedSizes.filter(([, own]) => own.length > 0)));
});
