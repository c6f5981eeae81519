import { beforeEach, expect } from 'vitest';
import { openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const visitor = await openPage();

const field = () => visitor.page.getByRole('combobox', { name: 'Search' });
const options = () => visitor.page.getByRole('option');

beforeEach(async () => {
  const { page } = visitor;
  await page.goto(shop.url);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]:has([type=search])'));
});

test('typing suggests categories, and products with picture and price, in one debounced call', async () => {
  const { page } = visitor;
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search-products')) calls += 1;
  });
  await field().focus();
  // All in one task: on a busy machine the presses of a keyboard may be further apart than the debounce.
  await page.evaluate(() => [...'kurta'].forEach((letter) => void document.execCommand('insertText', false, letter)));
  await page.getByRole('group', { name: 'Products' }).getByRole('option').first().waitFor();
  expect(await page.getByRole('group', { name: 'Categories' }).getByRole('option').allInnerTexts()).toContain('Kurtas');
  const product = page.getByRole('group', { name: 'Products' }).getByRole('option').first();
  expect(await product.innerText()).toMatch(/kurta[\s\S]*₹[\d,]+\.\d\d/i);
  expect(await product.locator('img').count()).toBe(1);
  expect(calls).toBe(1);
});

test('an outdated response is dropped', async () => {
  const { page } = visitor;
  let answerFirst = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/api/search-products', async (route) => {
    if (route.request().postData()?.includes('"wallet"')) await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/api/search-products');
  await field().fill('wallet');
  const outdated = await asked;
  await field().fill('kurta');
  await page.getByRole('option', { name: 'Kurtas', exact: true }).waitFor();
  answerFirst();
  await outdated.response();
  expect((await options().allInnerTexts()).join(' ')).not.toMatch(/wallet/i);
  await page.unrouteAll();
});

test('the arrow keys cycle through the suggestions, and Enter opens the marked one', async () => {
  const { page } = visitor;
  await field().fill('kurta');
  await options().first().waitFor();
  await page.keyboard.press('ArrowUp');
  const last = options().last();
  expect(await last.getAttribute('aria-selected')).toBe('true');
  expect(await field().getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
  const address = (await last.getAttribute('href')) as string;
  await page.keyboard.press('ArrowDown');
  expect(await field().getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${address}`);
});

test('recent searches are suggested on this device until they are cleared', async () => {
  const { page } = visitor;
  await field().fill('denim jacket');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=denim/);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  await recent.first().waitFor();
  // The test before followed the link to all results.
  expect(await recent.allInnerTexts()).toEqual(['denim jacket', 'kurta']);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  expect(await recent.count()).toBe(0);
  expect(visitor.pageErrors).toEqual([]);
});
