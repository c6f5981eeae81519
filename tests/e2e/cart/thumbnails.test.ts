import type { Page } from 'playwright';
import { expect } from 'vitest';
import { addToCart, addToServerCart, allProducts, createCustomer } from '#tests/support/browser/customer.ts';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop: bare, test } = await useSmallShop({ viewport: desktop });
const demo = await demoShop();

/** Returns for each thumbnail in a part of the page whether it shows the placeholder; waits for the first. */
async function drawings(page: Page, part: string): Promise<boolean[]> {
  const frames = page.locator(`${part} .thumbnail`);
  await frames.first().waitFor();
  return frames.evaluateAll((all) => all.map((one) => /^url\("data:image\/svg/.test(getComputedStyle(one, '::after').maskImage)));
}

test('a line without a picture has the placeholder of the cards in every list', async ({ page, pageErrors }) => {
  const user = await createCustomer(bare);
  await placeOrder(bare, user, [{ slug: 'long-wallet' }]);
  const orders = useOrders(page, bare);
  await orders.open(user);
  expect(await drawings(page, '.order-card')).toEqual([true]);
  await orders.openFirst();
  expect(await drawings(page, '.order-panel')).toEqual([true]);
  await addToServerCart(bare, user.token, 'plain-tee', 'S');
  await page.goto(`${bare.url}/cart`);
  expect(await drawings(page, 'main')).toEqual([true]);
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click();
  expect(await drawings(page, '.cart-panel')).toEqual([true]);
  await page.goto(`${bare.url}/checkout`);
  expect(await drawings(page, '.ordered')).toEqual([true]);
  expect(await page.locator('img:not([src])').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('a line shows its picture, or its name when the picture fails to load', async ({ page }) => {
  const slug = (await allProducts(demo)).find(({ variants, product_stock }) => variants.length === 0 && product_stock > 0)?.slug;
  await addToCart(page, demo, present(slug));
  await page.goto(`${demo.url}/cart`);
  const frame = page.locator('main .thumbnail');
  await expect.poll(() => frame.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await drawings(page, 'main')).toEqual([false]);
  await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  const name = await page.locator('.line-name').innerText();
  await expect.poll(() => frame.evaluate((one) => getComputedStyle(one, '::before').content)).toBe(`"${name}"`);
});
