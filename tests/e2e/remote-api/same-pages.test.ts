import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageDifferences } from '#tests/support/browser/settings/same-pages.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

const shop = await demoShop();
let site: RunningShop;
beforeAll(async () => {
  site = await startShop(newDataDir(), { STORE_API_URL: shop.apiUrl });
});
afterAll(() => site?.stop());

test('pages of a store elsewhere are those of a store inside, but for its address', async () => {
  expect(await pageDifferences(shop, { url: site.url, apiUrl: shop.apiUrl })).toEqual([]);
});
