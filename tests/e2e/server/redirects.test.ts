import { expect } from 'vitest';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop(smallCatalogue));

const add = (from: string, to: string) => shop.store('redirects', 'add', from, to);
const ask = async (path: string) => {
  const { status, headers } = await fetch(shop.url + path, { redirect: 'manual' });
  return { status, location: headers.get('location'), caching: headers.get('cache-control') };
};

test('a former address leads a visitor to its page, with the query that was asked for', async ({ page }) => {
  await add('https://former.example/product/Plain-Shirt/', '/products/plain-tee');
  await page.goto(`${shop.url}/product/plain-shirt?utm_source=Mail`, { waitUntil: 'load' });
  expect(page.url()).toBe(`${shop.url}/products/plain-tee?utm_source=Mail`);
  expect(await page.locator('h1').innerText()).toBe('Plain Tee');
});

test('each kind of former address is moved for good, checked at each use, and pages of the shop come first', async () => {
  expect(await ask('/products/gone')).toMatchObject({ status: 302, location: '/not-found' });
  expect(await ask('/?p=7')).toMatchObject({ status: 200 });
  await add('/products/gone', '/products/plain-tee');
  await expect(add('/products/plain-tee', '/shop')).rejects.toThrow('is the page of a product on sale');
  await add('/collections/none-such', '/categories');
  await add('/?p=7', '/products/plain-tee');
  await add('/pages/contact', 'https://help.shop.example/');
  await add('/कमीज', '/shop');
  const moved = (location: string) => ({ status: 301, location, caching: expect.stringContaining('must-revalidate') });
  expect(await ask('/products/gone?variant=3')).toEqual(moved('/products/plain-tee?variant=3'));
  expect(await ask('/collections/none-such')).toMatchObject({ status: 301, location: '/categories' });
  expect(await ask('/?p=7&utm_source=x')).toEqual(moved('/products/plain-tee?utm_source=x'));
  expect(await ask('/pages/contact/')).toEqual(moved('https://help.shop.example/'));
  expect(await ask('/%E0%A4%95%E0%A4%AE%E0%A5%80%E0%A4%9C/')).toEqual(moved('/shop'));
  expect(await ask('/products/plain-tee')).toMatchObject({ status: 200 });
  expect(await ask('/?utm_source=x')).toMatchObject({ status: 200 });
  expect(await ask('/no-such-page')).toMatchObject({ status: 302, location: '/404' });
  await shop.store('redirects', 'remove', '/कमीज');
  expect(await ask('/%E0%A4%95%E0%A4%AE%E0%A5%80%E0%A4%9C')).toMatchObject({ status: 302, location: '/404' });
});

test('a thousand addresses that programs try do not keep a page from shoppers', async () => {
  const tried = Array.from({ length: 1000 }, (_, i) => ask(`/wp-content/${i}.php`));
  expect((await ask('/shop')).status).toBe(200);
  expect((await Promise.all(tried)).every(({ status, location }) => status === 302 && location === '/404')).toBe(true);
});
