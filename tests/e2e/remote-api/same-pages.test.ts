import { expect, test } from 'vitest';
import { pageDifferences } from '#tests/support/browser/settings/same-pages.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { useDemoShop, useShop } from '#tests/support/shop-test.ts';

const { shop } = await useDemoShop();
const { shop: site } = await useShop(startShop(newDataDir(), { STORE_API_URL: shop.apiUrl }));

test('pages of a store elsewhere are those of a store inside, but for its address', async () => {
  expect(await pageDifferences(shop, { url: site.url, apiUrl: shop.apiUrl })).toEqual([]);
});
