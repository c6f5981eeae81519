import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { anyCategory } from '#tests/support/browser/addresses.ts';
import { allProducts, nextCode } from '#tests/support/browser/customer.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

// Each flow uses the keyboard alone: no pointer, and no programmatic focus.

const { shop, test } = await useDemoShop({ viewport: desktop });
const phoneTest = test.extend('pageOptions', { viewport: phone });
let sized: Product;
beforeAll(async () => {
  const products = await allProducts(shop);
  sized = products.find(
    ({ variants, product_images }) => variants.some(({ stock }) => stock > 5) && splitPictures(product_images).length > 1,
  ) as Product;
});

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);

test('the menus of a wide screen open, follow a link and close', async ({ page, pageErrors }) => {
  await page.goto(`${shop.url}/faq`, { waitUntil: 'load' });
  await tabTo(page.locator('.dropdown > summary'));
  await page.keyboard.press('Enter');
  await page.locator('.dropdown-panel').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused(page, '.dropdown-panel a')).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(page, '.dropdown > summary')).toBe(true);
  await tabTo(page.locator('.mega-toggle'), 4);
  await page.keyboard.press('Enter');
  await page.locator('.mega-panel').waitFor();
  await tabTo(page.locator('.carousel li a'), 4);
  await page.keyboard.press('Enter');
  await page.waitForURL(anyCategory);
  expect(pageErrors).toEqual([]);
});

phoneTest(
  'the menu of a phone opens, expands its categories, follows a link, and restores the focus when it closes',
  async ({ page, pageErrors }) => {
    await page.goto(`${shop.url}/faq`, { waitUntil: 'load' });
    await tabTo(page.locator('.burger'), 6);
    await page.keyboard.press('Enter');
    await page.locator('#menu').waitFor();
    await expect.poll(() => isFocused(page, '#menu *')).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('#menu').waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(page, '.burger')).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page.locator('#menu summary[aria-label="All categories"]'), 6);
    await page.keyboard.press('Enter');
    await tabTo(page.locator('#menu .category-list a'), 3);
    await page.keyboard.press('Enter');
    await page.waitForURL(anyCategory);
    expect(pageErrors).toEqual([]);
  },
);

test('the search opens, suggests, follows a suggestion, searches, and restores the focus when it closes', async ({
  page,
  pageErrors,
}) => {
  await page.goto(`${shop.url}/faq`, { waitUntil: 'load' });
  const button = '.tools button[aria-label="Search"][popovertarget]';
  await tabTo(page.locator(button));
  await page.keyboard.press('Enter');
  await page.getByText('Suggested Search Terms').waitFor();
  await expect.poll(() => isFocused(page, '[type=search]')).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByText('Suggested Search Terms').waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(page, button)).toBe(true);

  await page.keyboard.press('Enter');
  await page.getByText('Suggested Search Terms').waitFor();
  await tabTo(page.locator('.search-panel .chip'));
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(page, '[type=search]')).toBe(true);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  const offered = await page.locator('[role=option][aria-selected=true]').getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${offered}`);
  expect(pageErrors).toEqual([]);
});

test('the filters beside the list can be set, removed and sorted', async ({ page, pageErrors }) => {
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  await tabTo(page.locator('#filters [name=in_stock]'));
  await page.keyboard.press('Space');
  await page.waitForURL('**/shop?in_stock=1');
  await expect.poll(() => page.getByRole('list', { name: 'Active filters' }).count()).toBe(1);
  await expect.poll(() => isFocused(page, '#filters [name=in_stock]:checked')).toBe(true);
  await tabTo(page.locator('#filters [name=categories]'));
  await page.keyboard.press('Space');
  await page.waitForURL(/categories=/);
  await tabTo(page.locator('#sort'));
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/sort_by=/);
  // The address changes before the list does.
  await page.locator('.results:not([aria-busy])').waitFor();
  await expect.poll(() => isFocused(page, '#sort')).toBe(true);
  await tabTo(page.locator('.chips a'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('in_stock'));
  await expect.poll(() => isFocused(page, '#results')).toBe(true);
  await tabTo(page.locator('main .card a'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products/*');
  expect(pageErrors).toEqual([]);
});

phoneTest('the filters of a phone open, can be set, and move the focus to the results', async ({ page, pageErrors }) => {
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  await tabTo(page.locator('.filter-button'));
  await page.keyboard.press('Enter');
  await page.locator('#filters').waitFor();
  await tabTo(page.locator('#filters [name=size]'), 6);
  await page.keyboard.press('Space');
  await tabTo(page.locator('#filters .button.primary'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/shop?size=*');
  await page.locator('#filters').waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(pageErrors).toEqual([]);
});

test('the gallery enlarges its pictures, turns them by arrow keys, and restores the focus', async ({ page, pageErrors }) => {
  await page.goto(`${shop.url}/products/${sized.slug}`, { waitUntil: 'load' });
  await tabTo(page.locator('.zoom').first());
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Pictures of/ });
  await dialog.waitFor();
  await expect.poll(() => isFocused(page, '.zoomed *')).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => dialog.getByRole('status').innerText()).toMatch(/^2 /);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => dialog.getByRole('status').innerText()).toMatch(/^1 /);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(page, '.zoom')).toBe(true);
  expect(pageErrors).toEqual([]);
});

test('an order can be placed from the skip link over product, cart and checkout', async ({ page, pageErrors }) => {
  const type = (text: string) => page.keyboard.insertText(text);

  await page.goto(shop.url);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.goto(`${shop.url}/products/${sized.slug}`);
  await tabTo(page.locator('input[name=size]:enabled'));
  await page.keyboard.press('Space');
  await tabTo(page.locator('.buy-box button[type=submit]'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  await tabTo(page.locator('[role=dialog] a[href="/cart"]'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cart');
  await page.getByRole('list', { name: 'Items in your cart' }).waitFor();
  await tabTo(page.locator('main a[href="/checkout"]'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
  await tabTo(page.locator('[name=mobile]'));
  await type('9812345670');
  const code = nextCode(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await tabTo(page.locator('[name=otp]'));
  await type(await code);
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
  for (const [field, value] of Object.entries({
    firstname: 'Kavya',
    lastname: 'Iyer',
    email: 'kavya@example.in',
    pincode: '600004',
    address: '3, Temple Street',
  })) {
    await tabTo(page.locator(`[name=${field}]`));
    await type(value);
  }
  await expect.poll(() => page.locator('[name=state]').inputValue()).toBe('Tamil Nadu');
  await tabTo(page.locator('main form button[type=submit]'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  // The focus moves to the heading after the step is shown.
  await expect.poll(() => isFocused(page, 'h2')).toBe(true);
  await tabTo(page.locator('[name=payment_option]'));
  // From the first choice to the last, cash on delivery.
  await page.keyboard.press('ArrowUp');
  await tabTo(page.locator('.place-bar button'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order-success');
  await page.getByRole('heading', { name: /Thank you, Kavya/ }).waitFor();
  expect(pageErrors).toEqual([]);
});
