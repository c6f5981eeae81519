import { vi } from 'vitest';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { stockShop } from './products.ts';
import { closeBrowser, openBrowser, type TestBrowser } from './tab.ts';

/** Opens a shop with the products of `stockShop`, and a browser for it. */
export async function openStockedShop(): Promise<{ shop: TestShop; browser: TestBrowser }> {
  const shop = await openShop();
  await stockShop(shop);
  return { shop, browser: openBrowser(shop) };
}

/** Closes the browser and the shop, and restores mocks. */
export async function closeStockedShop(shop: TestShop): Promise<void> {
  closeBrowser();
  vi.restoreAllMocks();
  await shop.close();
}
