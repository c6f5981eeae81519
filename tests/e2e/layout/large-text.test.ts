import type { Page } from 'playwright';
import { expect } from 'vitest';
import { createCustomer, saveCart } from '#tests/support/browser/customer.ts';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const narrow = { width: 360, height: 740 };

/** Doubles the size of the text, as the setting of a browser does. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** What within the selector ends beyond the right edge of the screen. */
const cutOff = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const ends = [...document.querySelectorAll<HTMLElement>(`${selector} *`)].filter((element) => {
      const { width, right } = element.getBoundingClientRect();
      return element.checkVisibility() && width > 0 && right > 361;
    });
    return ends.map(({ outerHTML }) => outerHTML.slice(0, 80));
  }, within);

const narrowTest = test.extend('pageOptions', { viewport: narrow });

narrowTest('with text of 200 % the details of an order and its cancellation fit a narrow phone', async ({ page }) => {
  const orders = useOrders(page, shop);
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  await orders.open(user);
  await enlarge(page);
  await orders.openFirst();
  await expect.poll(() => cutOff(page, '.order-panel')).toEqual([]);
  await orders.cancelButton().click();
  await orders.dialog().waitFor();
  expect(await cutOff(page, '.cancel-layer')).toEqual([]);
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByText('Please select a reason').waitFor();
});

narrowTest('with text of 200 % the steps of the checkout and a toast fit a narrow phone', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.getByLabel('Mobile number').waitFor();
  await enlarge(page);
  expect(await cutOff(page, '.checkout-stages')).toEqual([]);
  await page.goto(`${shop.url}/products/long-wallet`);
  await enlarge(page);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const words = page.locator('[data-sonner-toast] [data-title]');
  await words.waitFor();
  const { width } = (await words.boundingBox()) ?? { width: 0 };
  // The longest word, "added", on one line.
  expect(width).toBeGreaterThan(80);
});
