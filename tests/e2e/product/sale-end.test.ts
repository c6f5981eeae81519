import { beforeAll, expect } from 'vitest';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop(), { viewport: desktop });
beforeAll(async () => {
  await shop.store('sale', 'set', 'long-wallet', '999', '--until', '2099-12-03');
  await shop.store('sale', 'set', 'plain-tee/S', '399', '--until', '2099-12-05');
});

test.for([phone, desktop])(
  'the last day of a sale is below the price, without script too: $width × $height',
  async (viewport) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, pageErrors } = await openPage({ viewport, javaScriptEnabled });
      await page.goto(`${shop.url}/products/long-wallet`);
      const says = page.getByText('Sale ends 3 December', { exact: true });
      await says.waitFor();
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: 'Add to cart' }).click();
        await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
        expect(await says.count()).toBe(1);
      }
      expect(pageErrors).toEqual([]);
    }
  },
);

test('of sizes of which one is on sale, that one says so when it is chosen', async ({ page, pageErrors }) => {
  await page.goto(`${shop.url}/products/plain-tee`);
  const says = page.getByText('Sale ends 5 December', { exact: true });
  await page.getByRole('radio', { name: 'M', exact: true }).check();
  await page.locator('.buy-price', { hasText: '₹499.00' }).waitFor();
  expect(await says.count()).toBe(0);
  await page.getByRole('radio', { name: 'S', exact: true }).check();
  await says.waitFor();
  await page.getByText('₹399.00', { exact: true }).first().waitFor();
  expect(pageErrors).toEqual([]);
});
