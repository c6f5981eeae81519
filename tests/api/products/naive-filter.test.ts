import { expect, onTestFinished, test } from 'vitest';
import { replaceFilterFacts } from '#api/services/catalogue/filter-facts.ts';
import { getProductsCall, productFacetsCall, searchProductsCall, subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { seededRandom } from '#tests/server/sockets/seeded-random.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { testSeed } from '#tests/support/test-seed.ts';
import {
  filterFacts,
  listsOf,
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

const toRecord = (entries: readonly (readonly [string | number | undefined, number])[]) => Object.fromEntries(entries);

/** Reads the facets in the form of `naiveFacets`, and the bands of prices. */
async function readFacets(shop: TestShop, { body, search }: RandomRequest, names: ReadonlyMap<number, string>) {
  const reply = (await shop.succeed(productFacetsCall, { body: { search, ...body } })).data;
  const { sub_categories, sizes, price, in_stock, out_of_stock } = reply;
  const { colours = [], brands = [], discounts = [], price_bands: bands = [], facts = [] } = reply;
  const found = {
    sub_categories: toRecord(sub_categories.map(({ id, count }) => [names.get(id), count])),
    sizes: toRecord(sizes.map(({ size, count }) => [size.toLowerCase(), count])),
    in_stock,
    out_of_stock,
    price: price && { min: Number(price.min), max: Number(price.max) },
    colours: toRecord(colours.map(({ colour, count }) => [colour, count])),
    brands: toRecord(brands.map(({ brand, count }) => [brand.toLowerCase(), count])),
    discounts: toRecord(discounts.map(({ min_discount, count }) => [min_discount, count])),
    price_bands: { total: bands.reduce((sum, { count }) => sum + count, 0), bands },
    facts: toRecord(
      facts.flatMap(({ name, values }) => values.map(({ value, count }) => [`${name}:${value}`.toLowerCase(), count] as const)),
    ),
  };
  return { found, bands };
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
      // Facts are read from products that are there, and written with those that come later.
      if (i === PRODUCTS / 2) await replaceFilterFacts(tx, filterFacts);
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
    const { found, bands } = await readFacets(shop, request, names);
    expect(found, message).toEqual(naiveFacets(products, request, bands));
    expect(
      bands.map(({ count }) => count),
      message,
    ).not.toContain(0);
  }

  const sizeLists = (await shop.succeed(subcategoryVariationsCall, { body: { sub_category_id: [] } })).data;
  const onSale = products.filter(({ active }) => active);
  const expectedSizes = [...new Set(onSale.flatMap(listsOf))].map((category) => {
    const own = onSale.filter((product) => listsOf(product).includes(category));
    return [category, [...new Set(own.flatMap((product) => [...sizesOf(product)]))].sort()] as const;
  });
  expect(
    Object.fromEntries(
      sizeLists.map(({ sub_category_id, sub_category_variation }) => [
        names.get(sub_category_id ?? 0),
        sub_category_variation.toLowerCase().split(', ').sort(),
      ]),
    ),
    `SEED=${seed}`,
  ).toEqual(Object.fromEntries(expectedSizes.filter(([, own]) => own.length > 0)));
});
