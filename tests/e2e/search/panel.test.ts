import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { apiReply } from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const small = { width: 360, height: 740 };
const { shop, test } = await useDemoShop({ viewport: small });

async function openPanel(page: Page, viewport = small) {
  await page.setViewportSize(viewport);
  await page.goto(shop.url, { waitUntil: 'load' });
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  const panel = page.locator('#search-panel');
  await panel.getByText('Suggested Search Terms').waitFor();
  return { panel, field: page.getByRole('combobox', { name: 'Search' }) };
}

test.for([
  ['a phone', small],
  ['a wide screen', desktop],
] as const)(
  'results come first, then categories, a link to all of them, and the suggested terms, on %s',
  async ([, viewport], { page, pageErrors }) => {
    const { panel, field } = await openPanel(page, viewport);
    await field.fill('denim');
    const options = page.getByRole('option');
    await options.last().waitFor();
    const groups = await panel.getByRole('group').evaluateAll((found) => found.map((group) => group.ariaLabel));
    expect(groups).toEqual(['Products', 'Categories', 'All results']);
    const found = await apiReply<{ total: number }>(shop, '/search-products', { search: 'denim' });
    expect(await options.last().innerText()).toBe(`See all ${found.total} results`);
    const top = async (text: string) => (await panel.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
    const last = await options.last().boundingBox();
    expect((await options.first().boundingBox())?.y).toBeLessThan(200);
    expect(await top('Suggested Search Terms')).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0) - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await axeViolationsInThemes(page, 'suggestions')).toEqual([]);
    // By keyboard: the last option is one step up from the field.
    await field.press('ArrowUp');
    expect(await options.last().getAttribute('aria-selected')).toBe('true');
    await field.press('Enter');
    await page.waitForURL('**/shop?search=denim');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('group', { name: 'Recent searches' }).getByRole('option', { name: 'denim' }).waitFor();
    expect(pageErrors).toEqual([]);
  },
);

test('a text that nothing matches is said, also to screen readers, and the nearest spelling is offered', async ({ page }) => {
  const { panel, field } = await openPanel(page);
  await field.fill('qqqq');
  const status = panel.getByRole('status');
  await expect.poll(() => status.innerText()).toBe('No matches for “qqqq”.');
  expect((await status.boundingBox())?.height).toBeGreaterThan(15);
  expect(await panel.getByRole('button', { name: /^Try/ }).count()).toBe(0);
  expect(await panel.getByText('Suggested Search Terms').isVisible()).toBe(true);
  expect(await axeViolationsInThemes(page, 'nothing found')).toEqual([]);
  await field.fill('dxnxm');
  await panel.getByRole('button', { name: 'Try “denim”' }).click();
  expect(await field.inputValue()).toBe('denim');
  await page.getByRole('option', { name: /^See all \d+ results$/ }).waitFor();
  expect(await page.getByText('No matches').count()).toBe(0);
});

test('before anything is typed, the panel has pictures of the newest products, loaded when it opens', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/new-arrivals') && calls.push(request.url()));
  await page.goto(shop.url, { waitUntil: 'networkidle' });
  expect(calls).toEqual([]);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  const pictures = page.locator('#search-panel a:has(.picture)');
  await expect.poll(() => pictures.count()).toBe(4);
  expect(calls).toHaveLength(1);
  for (const image of await pictures.locator('img').all())
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  expect(await axeViolationsInThemes(page, 'the empty search panel')).toEqual([]);
  const field = await page.getByRole('combobox').boundingBox();
  const close = await page.getByRole('button', { name: 'Close search' }).boundingBox();
  expect(Math.abs((close?.y ?? 0) + (close?.height ?? 0) / 2 - (field?.y ?? 0) - (field?.height ?? 0) / 2)).toBeLessThan(2);
  await pictures.first().click();
  await page.waitForURL('**/products/*');
});

test('the field is there and takes letters before its script and its styles have come, and they are searched', async ({
  page,
  pageErrors,
}) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route(/\.(?:js|css)(?:$|\?)/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto(shop.url, { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  const field = page.getByPlaceholder('Search for products, brands, categories...');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('deni');
  expect(await field.inputValue()).toBe('deni');
  const box = await field.boundingBox();
  expect([box?.y ?? 99, box?.x ?? 99].every((edge) => edge < 40)).toBe(true);
  isHeld = false;
  for (const release of held) release();
  await page.getByRole('option', { name: /denim/i }).first().waitFor();
  await page.keyboard.type('m');
  expect(await field.inputValue()).toBe('denim');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(pageErrors).toEqual([]);
});
