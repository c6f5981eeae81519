import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '#lib/contract/calls/define-call.ts';
import {
  getProductsCall,
  newArrivalsCall,
  productFacetsCall,
  searchProductsCall,
  singleProductDetailsCall,
  subcategoryVariationsCall,
} from '#lib/contract/catalogue.ts';
import { homePageSectionsCall, storeInfoCall } from '#lib/contract/store.ts';
import { callStoreOrThrow, connectEmbeddedStore, loadPart } from '#lib/page/store/client.ts';
import { isPageDataUnchanged, recordCalls } from '#lib/page/store/recorded-calls.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let slug: string;

beforeEach(async () => {
  vi.stubEnv('PUBLIC_STORE_APP_KEY', 'test-key');
  shop = await openShop();
  await fill();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

async function fill(): Promise<void> {
  ({ slug } = await shop.add({ name: 'Linen Kurta', category: 'Kurtas', stock: { M: 4, L: 0 } }));
  await shop.add({ name: 'Cotton Kurta', category: 'Kurtas', stock: { S: 40 } });
  connectEmbeddedStore(shop.store.fetch);
}

const pageCalls = (): [Call, { params?: object; body?: object }][] => [
  [storeInfoCall, {}],
  [homePageSectionsCall, {}],
  [newArrivalsCall, {}],
  [getProductsCall, { params: { page: 1 }, body: { sub_category: 'Kurtas', size: 'M', min_price: '' } }],
  [searchProductsCall, { body: { search: 'kurta', page: 1 } }],
  [productFacetsCall, { body: {} }],
  [subcategoryVariationsCall, { body: { sub_category_id: ['Kurtas'] } }],
  [singleProductDetailsCall, { params: { slug } }],
];

test('a page gets the reply that the HTTP API sends, without a field more', async () => {
  for (const [call, sent] of pageCalls()) {
    const replied = await shop.succeed(call, sent);
    // Rows of SQLite have no prototype.
    expect(structuredClone(await callStoreOrThrow(call, sent)), call.name).toStrictEqual(replied);
  }
});

test('a page gets the refusal that the HTTP API sends', async () => {
  const gone = { params: { slug: 'gone' } };
  expect((await loadPart(singleProductDetailsCall, gone)).failure).toEqual(await shop.fail(singleProductDetailsCall, gone));
  const wrong = { body: { sub_category_id: [[]] } } as never;
  expect((await loadPart(subcategoryVariationsCall, wrong)).failure).toEqual(await shop.fail(subcategoryVariationsCall, wrong));
});

test.for([
  [storeInfoCall, {}],
  [subcategoryVariationsCall, { sub_category_id: ['Kurtas'] }],
] as const)('pages share one reply until the catalogue changes (%#)', async ([call, body]) => {
  const ask = () => callStoreOrThrow<Call>(call, { body });
  const first = await ask();
  expect(await ask()).toBe(first);
  await shop.add({ name: 'Silk Saree', category: 'Kurtas', stock: { Free: 2 } });
  expect(await ask()).not.toBe(first);
});

test('a page names what it shows, also where replies are shared, and is unchanged until a reply changes', async () => {
  await shop.close();
  shop = await openShop({ cdn: { ttlSeconds: 60 } });
  await fill();
  const render = () =>
    recordCalls(async () => {
      for (const [call, sent] of pageCalls()) await loadPart(call, sent);
      return new Response();
    });
  const { data, keys } = await render();
  expect((await render()).keys).toBe(keys);
  expect(keys.split(' ')).toEqual(expect.arrayContaining(['store', 'listing']));
  expect(await isPageDataUnchanged(data as string)).toBe(true);
  await shop.add({ name: 'Silk Saree', category: 'Sarees', stock: { Free: 2 } });
  expect(await isPageDataUnchanged(data as string)).toBe(false);
});

test('pictures are made absolute for the page alone', async () => {
  vi.stubEnv('PUBLIC_STORE_API_URL', 'https://api.shop.example/api');
  connectEmbeddedStore(shop.store.fetch);
  const sent = { params: { slug } };
  const { data } = await callStoreOrThrow(singleProductDetailsCall, sent);
  const own = await shop.succeed(singleProductDetailsCall, sent);
  expect(data.product_images).toBe(own.data.product_images.replaceAll('/media/', 'https://api.shop.example/media/'));
  expect(data.product_images).not.toBe(own.data.product_images);
  expect(await shop.succeed(singleProductDetailsCall, sent)).toEqual(own);
});
