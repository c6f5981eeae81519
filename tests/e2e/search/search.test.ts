import type { Page } from 'playwright';
import { expect } from 'vitest';
import { SEARCH_CLOSE_MS, SEARCH_DEBOUNCE_MS } from '#lib/site/timings.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const PLACEHOLDER = 'Search for products, brands, categories...';
const TERMS = ['T-Shirts', 'Shirts', 'Denims', "Men's - Watch", "Women's - Watch", 'Handbags', "Men's Shoes", 'Wallet', 'Caps'];

const { shop, test } = await useDemoShop({ viewport: desktop });
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });

/** Opens the search panel and waits for its hydration. */
async function openPanel(page: Page) {
  await page.clock.install();
  await page.goto(shop.url);
  const field = page.getByPlaceholder(PLACEHOLDER);
  const open = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
    await field.waitFor();
  };
  await open();
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]:has([type=search])'));
  return { field, open, isOpen: () => field.isVisible() };
}

test('the panel suggests nine terms, and a clicked term fills the field', async ({ page }) => {
  const { field } = await openPanel(page);
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText('Suggested Search Terms').waitFor();
  for (const term of TERMS) {
    await page.getByRole('button', { name: term, exact: true }).click();
    expect(await field.inputValue()).toBe(term);
  }
  expect(new URL(page.url()).pathname).toBe('/');
});

test('Escape closes and clears the search panel', async ({ page }) => {
  const { field, open, isOpen } = await openPanel(page);
  await field.fill('kurta');
  await page.keyboard.press('Escape');
  await expect.poll(isOpen).toBe(false);
  await open();
  expect(await field.inputValue()).toBe('');
});

test('a click outside closes and clears the search panel', async ({ page }) => {
  const { field, open, isOpen } = await openPanel(page);
  await field.fill('kurta');
  await page.mouse.click(desktop.width / 2, desktop.height - 20);
  await expect.poll(isOpen).toBe(false);
  await open();
  expect(await field.inputValue()).toBe('');
});

test('the close button closes the search panel after an animation of 400 ms', async ({ page }) => {
  const { field, open, isOpen } = await openPanel(page);
  await field.fill('kurta');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.clock.runFor(SEARCH_CLOSE_MS - 1);
  expect(await isOpen()).toBe(true);
  await page.clock.runFor(2);
  await expect.poll(isOpen).toBe(false);
  await page.clock.resume();
  await open();
  expect(await field.inputValue()).toBe('');
});

test('a blank search is ignored', async ({ page }) => {
  const { field, isOpen } = await openPanel(page);
  for (const blank of ['', '   ']) {
    await field.fill(blank);
    await page.keyboard.press('Enter');
  }
  expect(await isOpen()).toBe(true);
  expect(page.url()).toBe(`${shop.url}/`);
});

test('a search opens the shop with its text, and meanwhile the field is disabled and a spinner shows', async ({
  page,
  pageErrors,
}) => {
  const { field } = await openPanel(page);
  // Records the panel's state at the moment when the results arrive.
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const input = document.querySelector<HTMLInputElement>('.search-panel [type=search]');
      const spinner = document.querySelector('.search-panel [role=status]');
      sessionStorage.setItem('meanwhile', JSON.stringify([input?.disabled, spinner?.getAttribute('aria-label')]));
    }),
  );
  await field.fill('  cotton & linen 50% + “श्वेत”  ');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/shop' && url.searchParams.get('search') === 'cotton & linen 50% + “श्वेत”');
  await page.getByRole('heading', { name: 'Results for “cotton & linen 50% + “श्वेत””' }).waitFor();
  expect(await field.isVisible()).toBe(false);
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('meanwhile') ?? 'null'))).toEqual([true, 'Searching']);
  expect(pageErrors).toEqual([]);
});

test('keys of an input method neither choose, send nor close', async ({ page }) => {
  const { field, isOpen } = await openPanel(page);
  await field.fill('shirt');
  await page.clock.runFor(SEARCH_DEBOUNCE_MS);
  await page.getByRole('option').first().waitFor();
  const press = (key: string, keyCode: number, isComposing: boolean) =>
    field.evaluate(
      (element, init) => {
        const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { key, keyCode, isComposing },
    );
  // Before a key that ends a composition, Safari says that it has ended.
  for (const [keyCode, isComposing] of [
    [229, true],
    [229, false],
    [13, true],
  ] as const) {
    for (const key of ['ArrowDown', 'ArrowUp', 'Escape'])
      expect([key, await press(key, keyCode, isComposing)]).toEqual([key, false]);
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).not.toBeNull();
    expect(await press('Enter', keyCode, isComposing)).toBe(false);
    await page.keyboard.press('ArrowUp');
  }
  expect([await isOpen(), await field.inputValue(), page.url()]).toEqual([true, 'shirt', `${shop.url}/`]);
});

test('every suggested term has results', async () => {
  for (const term of TERMS) {
    const html = await (await fetch(`${shop.url}/shop?search=${encodeURIComponent(term)}`)).text();
    expect(html, term).toMatch(/href="\/products\//);
  }
});

test.for([true, false])('a search sent before its script has come is trimmed (script allowed: %s)', async (javaScriptEnabled) => {
  const { page } = await openPage({ javaScriptEnabled });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(shop.url);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('  linen shirt ');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Results for “linen shirt”' }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=linen+shirt');
  await page.goto(`${shop.url}/shop?search=++`);
  await page.getByRole('heading', { name: 'All products' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

plainTest('a page opened with a search shows its results at once', async ({ page }) => {
  await page.goto(`${shop.url}/shop?search=wallet`);
  await page.getByRole('heading', { name: 'Results for “wallet”' }).waitFor();
  expect((await page.locator('main .card h3').allInnerTexts()).join(' ')).toMatch(/wallet/i);
});
