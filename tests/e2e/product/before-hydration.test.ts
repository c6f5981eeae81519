import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { addToCart, storedCartLines } from '#tests/support/browser/customer.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { holdScripts, pageChanges } from '#tests/support/hands/before-hydration.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { translatePage } from '#tests/support/translate-page.ts';

/** Enough first visits to catch a choice that is lost at random. */
const VISITS = 8;
const shirt = 'linen-shirt-with-spread-collar-sky';

const { shop, test } = await useDemoShop({ emptyCache: true, viewport: phone });
const freshMovingPhoneTest = test.extend('pageOptions', { emptyCache: true, viewport: phone, reducedMotion: 'no-preference' });
const firstDesktopTest = test.extend('pageOptions', { emptyCache: true, viewport: desktop });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const popup = (page: Page) => page.getByRole('dialog', { name: /^Your cart/ });

test('a size chosen during hydration is kept, and the next click is not lost', async () => {
  for (let visit = 0; visit < VISITS; visit++) {
    const { page } = await openPage({ emptyCache: true, viewport: visit % 2 ? phone : desktop });
    await addToCart(page, shop, shirt, 'M');
  }
}, 180_000);

freshMovingPhoneTest('clicks before hydration are replayed in order, and the buy button once', async ({ page }) => {
  await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'load' });
  const release = await holdScripts(page);
  await page.getByRole('radio', { name: 'L', exact: true }).check();
  for (const name of ['Increase quantity', 'Increase quantity', 'Add to cart', 'Add to cart'])
    await page.getByRole('button', { name }).first().click();
  const waits = await button(page, 'Add to cart').evaluate((node) => getComputedStyle(node, '::after').animationName);
  expect(waits).toBe('spin, appear');
  release();
  await popup(page).waitFor();
  expect(await storedCartLines(page)).toEqual(['3 × Linen Shirt with Spread Collar, Sky L']);
});

firstDesktopTest.for(pageChanges)(
  'a page changed by %s before hydration keeps the size, the quantity and the click',
  async ([, change], { page }) => {
    const release = await holdScripts(page);
    await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'commit' });
    await page.locator('.buy-box').waitFor();
    await change(page);
    await page.getByRole('radio', { name: 'L', exact: true }).check();
    for (const name of ['Increase quantity', 'Add to cart']) await page.getByRole('button', { name }).first().click();
    release();
    await popup(page).waitFor();
    expect(await storedCartLines(page)).toEqual(['2 × Linen Shirt with Spread Collar, Sky L']);
  },
);

test('a page translated before hydration keeps what was typed, and the focus', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/faq`, { waitUntil: 'commit' });
  await page.locator('.contact-form').waitFor();
  await translatePage(page);
  await page.evaluate(() => {
    for (const [name, value] of [
      ['firstname', 'Meera'],
      ['message', 'Does it come\nin XXL?'],
    ] as const) {
      const field = document.querySelector<HTMLInputElement>(`.contact-form [name=${name}]`);
      if (field) field.value = value;
    }
  });
  await page.locator('.contact-form [name=subject]').focus();
  release();
  await page.locator('astro-island:not([ssr]) .contact-form').waitFor();
  const form = page.locator('.contact-form');
  await expect.poll(() => form.locator('[name=message]').inputValue()).toBe('Does it come\nin XXL?');
  await page.keyboard.type('Kurta');
  expect(await form.locator('[name=firstname]').inputValue()).toBe('Meera');
  expect(await form.locator('[name=subject]').inputValue()).toBe('Kurta');
});

firstDesktopTest('a double click on the buy button adds one piece', async ({ page }) => {
  await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'networkidle' });
  await page.getByRole('radio', { name: 'M', exact: true }).check();
  await page.locator('.buy-box').locator('xpath=ancestor::astro-island[not(@ssr)]').waitFor({ state: 'attached' });
  await button(page, 'Add to cart').dblclick();
  await popup(page).waitFor();
  expect(await storedCartLines(page)).toEqual(['1 × Linen Shirt with Spread Collar, Sky M']);
});

test('a tap before the modules have come requests the buy box and React at once; then the sizes need no more files', async ({
  page,
}) => {
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'commit' });
  await button(page, 'Add to cart').click();
  const files = await page
    .locator('astro-island:has(.add-to-cart)')
    .evaluate((island) => ['component-url', 'renderer-url'].map((name) => island.getAttribute(name)));
  await expect.poll(() => files.filter((file) => file && requested.has(file))).toEqual(files);
  // The toaster is loaded as soon as the page is idle, so that it can show what fails without a connection.
  const styles = () => [...requested].filter((file) => /(?<!\/(?:Toasts|styles)\.[\w-]+)\.css$/.test(file));
  const before = styles();
  expect(before.length).toBe(1);
  release();
  await page.locator('.size-sheet').waitFor();
  expect(await page.locator('.size-sheet').evaluate((sheet) => getComputedStyle(sheet).position)).toBe('fixed');
  expect(styles()).toEqual(before);
});

describe('without a connection, before hydration', () => {
  test('the buy button reports it and keeps the choices, and works once the connection is back', async ({ page }) => {
    await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'load' });
    await page.context().setOffline(true);
    await page.getByRole('radio', { name: 'L', exact: true }).check();
    await button(page, 'Add to cart').click();
    const note = page.getByText('You seem to be offline. Check your connection and try again.');
    await note.waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().setOffline(false);
    await note.waitFor({ state: 'detached' });
    expect(await popup(page).count()).toBe(0);
    await button(page, 'Add to cart').click();
    await popup(page).waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Linen Shirt with Spread Collar, Sky L']);
  });

  test('the cart button works as a link', async ({ page }) => {
    await page.goto(`${shop.url}/products/${shirt}`, { waitUntil: 'load' });
    await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    await page.waitForURL('**/cart');
  });
});
