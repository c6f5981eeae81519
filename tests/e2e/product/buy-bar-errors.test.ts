import type { Page } from 'playwright';
import { expect } from 'vitest';
import { createCustomer, saveSession, storedCartLines } from '#tests/support/browser/customer.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const freshTest = test.extend('pageOptions', { emptyCache: true });
const sizes = [phone, { width: 740, height: 360 }, { width: 768, height: 1024 }, desktop];
const failure = { status: 422, contentType: 'application/json', body: '{"success":false,"message":"Only 2 of these are left."}' };

const buy = (page: Page) => page.getByRole('button', { name: 'Add to cart' });

/** Expects that an error is on the screen, not under the buy button. */
async function expectSeen(page: Page, selector: string): Promise<void> {
  const error = page.locator(selector);
  await error.waitFor();
  const [seen, top, barTop] = await error.evaluate((node) => {
    const { left, top, width, bottom } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 3, top + 8);
    const bar = document.querySelector('.add-to-cart')?.getBoundingClientRect();
    return [bottom <= innerHeight && top >= 0 && node.contains(hit), top, bar?.top ?? 0] as const;
  });
  expect(seen).toBe(true);
  if ((page.viewportSize()?.width ?? 0) < 768) expect(top).toBeLessThan(barTop);
}

test.for(sizes)(
  'at $width×$height px a refusal is seen above the buy button, and “Try again” adds',
  async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await saveSession(page, shop, await createCustomer(shop));
    await page.goto(`${shop.url}/products/long-wallet`);
    await page.route('**/api/customer/add-to-cart', (route) => route.fulfill(failure));
    await buy(page).click();
    await expectSeen(page, '.buy-error');
    expect(await page.locator('.buy-error').innerText()).toContain('Only 2 of these are left.');
    await page.unroute('**/api/customer/add-to-cart');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.cart-panel .line-item').waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
    expect(await page.locator('.buy-error').isVisible()).toBe(false);
  },
);

freshTest.for(sizes)(
  'at $width×$height px a tap that finds no script says so in sight, and “Try again” adds',
  async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/products/long-wallet`, { waitUntil: 'networkidle' });
    await page.context().setOffline(true);
    await buy(page).click();
    await expectSeen(page, '.unreachable');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await page.locator('.unreachable').count()).toBe(1);
    await page.context().setOffline(false);
    await page.locator('.unreachable').waitFor({ state: 'detached' });
    await buy(page).click();
    await page.locator('.cart-panel .line-item').waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
  },
);
