import { afterAll, test } from 'vitest';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { demoShop, smallShop } from '#tests/support/browser/shared-shops.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { openPage, type PageOptions } from '#tests/support/browser/test-page.ts';

/**
 * Gives each test the page of a new guest. A test that does not ask for the page opens none. The page closes after the test, also when it
 * fails. Other options of pages: `test.extend('pageOptions', { viewport: desktop })`.
 */
export const pageTest = test
  .extend('pageOptions', (): PageOptions => ({}))
  .extend('visitor', ({ pageOptions }) => openPage(pageOptions))
  .extend('page', ({ visitor }) => visitor.page)
  .extend('pageErrors', ({ visitor }) => visitor.pageErrors)
  .extend('entry', ({ page }) => useAuthForm(page));

/** A shop, and `test` for tests in it: also with the page of a new customer or owner who is signed in. */
const testsIn = (shop: RunningShop, options: PageOptions) => ({
  shop,
  test: pageTest
    .extend('pageOptions', () => options)
    .extend('shop', () => shop)
    .extend('orders', ({ page }) => useOrders(page, shop))
    .extend('customerPage', async ({ page }) => {
      await saveSession(page, shop, await createCustomer(shop));
      return page;
    })
    .extend('ownerPage', async ({ page }) => {
      await signInStaff(page, shop);
      return page;
    }),
});

/** Tests in the demo shop of this worker. It starts here, because its start counts to no test's time. */
export const useDemoShop = async (options: PageOptions = {}) => testsIn(await demoShop(), options);

/** The same in the small shop of this worker. */
export const useSmallShop = async (options: PageOptions = {}) => testsIn(await smallShop(), options);

/** The same in a shop of this file or suite, which stops after its tests. */
export async function useShop(starting: Promise<RunningShop>, options: PageOptions = {}) {
  const shop = await starting;
  afterAll(shop.stop);
  return testsIn(shop, options);
}
