import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { WishlistEntry } from '#lib/contract/wishlist.ts';
import { allProducts, apiData, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: desktop });
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });
const phoneTest = test.extend('pageOptions', { viewport: phone });
let customer: Session;
let product: Product;
let other: Product;
beforeAll(async () => {
  [product, other] = (await allProducts(shop)) as [Product, Product];
});
beforeEach(async () => {
  customer = await createCustomer(shop);
});

const heart = (page: Page, { name }: Product, does: 'Add to' | 'Remove from' = 'Add to') =>
  page.getByRole('button', { name: `${does} wishlist: ${name}`, exact: true }).first();
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });
const wished = async () =>
  (await apiData<WishlistEntry[]>(shop, '/customer/wishlist', undefined, customer.token)).map(({ product: { name } }) => name);

describe('the heart button of a product', () => {
  test('adds it to the wishlist and removes it, with a toast', async ({ page, pageErrors }) => {
    await saveSession(page, shop, customer);
    await page.goto(`${shop.url}/products/${product.slug}`);
    expect(await heart(page, product).getAttribute('aria-pressed')).toBe('false');
    const count = page.getByRole('banner').locator('[data-wish-count]');
    expect(await count.isVisible()).toBe(false);
    await heart(page, product).click();
    await toast(page, success.wishAdded).waitFor();
    expect(await heart(page, product, 'Remove from').getAttribute('aria-pressed')).toBe('true');
    expect(await count.innerText()).toBe('1');
    expect(await wished()).toEqual([product.name]);
    await heart(page, product, 'Remove from').click();
    await toast(page, success.wishRemoved).waitFor();
    expect(await heart(page, product).getAttribute('aria-pressed')).toBe('false');
    await count.waitFor({ state: 'hidden' });
    expect(await wished()).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  phoneTest('is filled on every later page and in another tab, and works by keyboard', async ({ page }) => {
    await saveSession(page, shop, customer);
    const second = await page.context().newPage();
    await second.goto(`${shop.url}/products/${product.slug}`);
    await page.goto(`${shop.url}/products/${product.slug}`);
    await heart(page, product).focus();
    await page.keyboard.press('Enter');
    await toast(page, success.wishAdded).waitFor();
    await heart(second, product, 'Remove from').waitFor();
    await page.goto(`${shop.url}/products/${product.slug}`);
    await heart(page, product, 'Remove from').waitFor();
    expect(await page.getByRole('banner').locator('[data-wish-count]').textContent()).toBe('1');
  });

  test('is emptied again when the call fails, with the default message', async ({ page }) => {
    await saveSession(page, shop, customer);
    await page.goto(`${shop.url}/products/${product.slug}`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/customer/add-to-wishlist', async (route) => {
      await held;
      await route.abort();
    });
    await heart(page, product).click();
    await heart(page, product, 'Remove from').waitFor();
    answer();
    await toast(page, failure.store).waitFor();
    expect(await heart(page, product).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the heart buttons of a listing', () => {
  const hearts = (page: Page) => page.locator('main .card .wish');

  test('are on every product, above its link, and are right after a filter changes the listing', async ({ page, pageErrors }) => {
    await saveSession(page, shop, customer);
    await page.goto(`${shop.url}/shop?search=${encodeURIComponent(product.name)}`);
    expect(await hearts(page).count()).toBe(await page.locator('main .card').count());
    await heart(page, product).click();
    await toast(page, success.wishAdded).waitFor();
    expect(new URL(page.url()).pathname).toBe('/shop');
    const marker = await page.evaluate(() => Object.assign(globalThis, { stayed: true }).stayed);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
    await page.waitForURL(/sort_by=price_asc/);
    await page.locator('.results:not([aria-busy])').waitFor();
    expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(marker);
    await heart(page, product, 'Remove from').waitFor();
    await heart(page, product, 'Remove from').click();
    await toast(page, success.wishRemoved).waitFor();
    expect(await wished()).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test('end in the state of the last click when clicked faster than the store responds', async ({ page }) => {
    await saveSession(page, shop, customer);
    const clicked = Promise.withResolvers<void>();
    await page.route('**/api/customer/*-to-wishlist', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto(`${shop.url}/products/${other.slug}`);
    const button = page.locator('.product-name .wish');
    for (let i = 0; i < 3; i++) await button.click();
    clicked.resolve();
    await toast(page, success.wishAdded).waitFor();
    expect(await wished()).toEqual([other.name]);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  });

  test('follow every click while the script of the wishlist is still loading', async ({ page }) => {
    await saveSession(page, shop, customer);
    const release = Promise.withResolvers<void>();
    await page.route(/\/_astro\/wish-button\./, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto(`${shop.url}/products/${other.slug}`);
    const button = page.locator('.product-name .wish');
    for (const pressed of ['true', 'false', 'true']) {
      await button.click();
      expect(await button.getAttribute('aria-pressed')).toBe(pressed);
    }
    release.resolve();
    await toast(page, success.wishAdded).waitFor();
    expect(await wished()).toEqual([other.name]);
  });

  test('return to their state when the script of the wishlist fails to load', async ({ page }) => {
    await saveSession(page, shop, customer);
    await page.route(/\/_astro\/wish-button\./, (route) => route.abort());
    await page.goto(`${shop.url}/products/${other.slug}`);
    const button = page.locator('.product-name .wish');
    const warned = page.waitForEvent('console', (message) => message.text().includes('The wishlist could not be loaded'));
    await button.click();
    await warned;
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    expect(await wished()).toEqual([]);
  });
});

plainTest('without script there is no heart button', async ({ page }) => {
  await page.goto(`${shop.url}/products/${product.slug}`);
  expect(await page.locator('.wish').count()).toBeGreaterThan(0);
  expect(await page.locator('.wish:visible').count()).toBe(0);
});
