import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
});
afterEach(() => closeStockedShop(shop));

/** Opens a tab with the stores of store info and home sections. */
async function openStoreTab() {
  const tab: Tab = await browser.openTab();
  const info = await import('#lib/state/store/store-info.ts');
  const home = await import('#lib/state/store/home-sections.ts');
  return { ...tab, ...info, ...home };
}

/** Returns the saved slices. */
const savedSlices = () => browser.saved() as { storeInfo?: Record<string, unknown>; homeSections?: Record<string, unknown> };

test('store info and home sections are saved without their loading fields, and restored on the next page', async () => {
  const tab = await openStoreTab();
  await tab.refreshStoreInfo();
  await tab.refreshHomeSections();
  const { storeInfo, homeSections } = savedSlices();
  expect(storeInfo).toMatchObject({ storeinfo: { store_name: expect.any(String) }, loadedAt: expect.any(Number) });
  expect(homeSections).toMatchObject({ sections: expect.any(Array), loadedAt: expect.any(Number) });
  for (const slice of [storeInfo, homeSections]) {
    expect(slice).not.toHaveProperty('loading');
    expect(slice).not.toHaveProperty('error');
  }
  const next = await openStoreTab();
  expect(next.$storeInfo.get()).toMatchObject({ storeinfo: storeInfo?.['storeinfo'], loading: false, error: null });
  expect(next.$homeSections.get()).toMatchObject({ sections: homeSections?.['sections'], loading: false, error: null });
});

test('recently loaded data is not loaded again', async () => {
  await (await openStoreTab()).refreshStoreInfo();
  await (await openStoreTab()).refreshStoreInfo();
  expect(browser.requests.filter((request) => request === 'POST /store-info')).toHaveLength(1);
});

test('a reset of the app keeps the store info and clears the home sections', async () => {
  const tab = await openStoreTab();
  await signUpIn(tab, '9876543210');
  await tab.refreshStoreInfo();
  await tab.refreshHomeSections();
  const { storeInfo } = savedSlices();
  await tab.signOut();
  expect(browser.saved()).toEqual({ v: 1, storeInfo });
  expect(tab.$storeInfo.get().storeinfo).toEqual(storeInfo?.['storeinfo']);
  expect(tab.$homeSections.get()).toEqual({ sections: null, loadedAt: 0, loading: false, error: null });
});

test('a failed load keeps the saved data', async () => {
  const tab = await openStoreTab();
  await tab.refreshStoreInfo();
  const { storeInfo } = savedSlices();
  tab.$storeInfo.setKey('loadedAt', 0);
  browser.network.answer = () => Promise.resolve(Response.json({ success: false, message: 'Closed' }, { status: 500 }));
  await tab.refreshStoreInfo();
  expect(tab.$storeInfo.get()).toMatchObject({ storeinfo: storeInfo?.['storeinfo'], loading: false, error: 'Closed' });
});
