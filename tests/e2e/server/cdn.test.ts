import { afterAll, expect, test } from 'vitest';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { importRows, makeSmallShop, type Row, smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { openPurgeHook, startCache } from '#tests/support/cdn/caching-proxy.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** TTL of pages in the CDN without a purge, in seconds. */
const CDN_TTL = '600';

const dataDir = newDataDir();
await makeSmallShop(dataDir);
const hook = await openPurgeHook('secret');
afterAll(hook.close);
const { shop } = await useShop(
  startShop(dataDir, {
    PUBLIC_SITE_URL: 'http://shop.example',
    DEMO_MODE: '1',
    CDN_TTL,
    CDN_PURGE_URL: hook.url,
    CDN_PURGE_TOKEN: 'secret',
  }),
);
const cdn = await startCache([shop.url]);
afterAll(cdn.stop);
hook.attach(cdn);

const headers = { 'x-app-key': 'demo-key' };
const read = async (path: string): Promise<string> => (await fetch(cdn.url + path, { headers })).text();
const outcome = async (path: string): Promise<string | null> => {
  const response = await fetch(cdn.url + path, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response.headers.get('x-cache');
};

const withTeePrice = (price: string): Row[] =>
  smallCatalogue.map((row) => (row.handle === 'plain-tee' ? { ...row, price } : row));

const shownOn = [
  '/',
  '/shop',
  '/shop?categories=T-Shirts',
  '/products/plain-tee',

  '/api/single-product-details/plain-tee',
];

test('a CDN keeps pages and catalogue replies, with the surrogate keys of what they show', async () => {
  for (const path of [...shownOn, '/categories', '/terms-use', '/api/home-page-sections']) {
    await read(path);
    expect([path, await outcome(path)]).toEqual([path, 'HIT']);
  }
  const page = await fetch(`${shop.url}/products/long-wallet`);
  expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=600, stale-while-revalidate=2, no-transform');
  const { data } = (await (await fetch(`${shop.url}/api/single-product-details/long-wallet`, { headers })).json()) as {
    data: { product_id: number; sub_category: { id: number } };
  };
  const keys = page.headers.get('surrogate-key')?.split(' ') ?? [];
  expect(keys).toEqual(expect.arrayContaining(['store', `product:${data.product_id}`, `category:${data.sub_category.id}`]));
  expect(keys).not.toContain('listing');
  expect(page.headers.get('cache-tag')).toBe(keys.join(','));
  expect((await fetch(`${shop.url}/shop`)).headers.get('surrogate-key')?.split(' ')).toContain('listing');
});

test('a CDN keeps nothing of one shopper, no error and no redirect', async () => {
  for (const path of [
    '/cart',
    '/checkout',
    '/my-account',
    '/my-account/orders',
    '/reset-password?token=x',
    '/signin',
    '/order-success?id=1',
  ]) {
    await read(path);
    expect([path, await outcome(path)]).not.toEqual([path, 'HIT']);
    expect((await fetch(shop.url + path)).headers.get('cache-control')).toBe('private, no-cache, no-transform');
  }
  for (const path of ['/products/none', '/no-such-page', '/404', '/api/customer/cart', '/api/single-product-details/none']) {
    await read(path);
    expect([path, await outcome(path)]).not.toEqual([path, 'HIT']);
  }
  const refused = await fetch(`${shop.url}/api/new-arrivals`);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
});

test('a changed price shows everywhere within two seconds, and other pages stay in the CDN', async () => {
  for (const path of [...shownOn, '/products/long-wallet', '/terms-use']) await read(path);
  await importRows(shop.dataDir, withTeePrice('479.00'));
  const changedAt = performance.now();
  const isCurrent = async (path: string): Promise<boolean> => /(?<!\d)479(?!\d)/.test(await read(path));
  for (const path of shownOn) {
    const left = Math.max(1, 2000 - (performance.now() - changedAt));
    await expect.poll(() => isCurrent(path), { interval: 20, timeout: left, message: path }).toBe(true);
  }
  for (const path of ['/products/long-wallet', '/terms-use']) expect([path, await outcome(path)]).toEqual([path, 'HIT']);
});

test('stock that runs low purges the pages with the product, and a sold-out product the listings too', async () => {
  for (const path of ['/shop', '/products/plain-tee', '/products/canvas-cap']) await read(path);
  hook.purges.length = 0;
  await shop.store('stock', 'plain-tee', 'M', '2');
  await expect.poll(() => outcome('/products/plain-tee'), { interval: 20, timeout: 2000 }).not.toBe('HIT');
  expect(await outcome('/products/canvas-cap')).toBe('HIT');
  expect(hook.purges[0]).toEqual(expect.arrayContaining([expect.stringMatching(/^product:\d+$/), 'products']));
});

test('a purge that the CDN refuses is repeated until it succeeds', async () => {
  await read('/products/canvas-cap');
  hook.answerPurges(500);
  hook.purges.length = 0;
  await shop.store('stock', 'canvas-cap', '1');
  await expect.poll(() => hook.purges.length, { timeout: 5000 }).toBeGreaterThan(0);
  expect(await outcome('/products/canvas-cap')).toBe('HIT');
  hook.answerPurges(200);
  await expect.poll(() => read('/products/canvas-cap'), { interval: 50, timeout: 10_000 }).toContain('Only 1 left');
});

test('changed settings purge everything', async () => {
  await read('/terms-use');
  await shop.store('theme', 'set', 'store_name=Renamed Shop');
  await expect.poll(() => read('/terms-use'), { interval: 20, timeout: 2000 }).toContain('Renamed Shop');
});
