import { expect, inject, test } from 'vitest';
import { pageDifferences } from '#tests/support/browser/settings/same-pages.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { useShop } from '#tests/support/shop-test.ts';

// Not the shared one: its cached pages may say a stock from before another test's order.
const { shop } = await useShop(startShop(newDataDir(inject('demoTemplate'))));
const { shop: site } = await useShop(startShop(newDataDir(), { STORE_API_URL: shop.apiUrl }));

test('pages of a store elsewhere are those of a store inside, but for its address', async () => {
  expect(await pageDifferences(shop, { url: site.url, apiUrl: shop.apiUrl })).toEqual([]);
});
