import type { Page } from 'playwright';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Facets } from '#lib/contract/catalogue.ts';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const viewport = { width: 360, height: 740 };

/** Counts of everything that a store may count, beside its own. */
const counted: Partial<Facets> = {
  colours: ['blue', 'white', 'multicolour', 'teal'].map((colour, i) => ({ colour, count: 9 - i })),
  brands: Array.from({ length: 9 }, (_, i) => ({ brand: `Brand ${i + 1}`, count: 20 - i })),
  discounts: [
    { min_discount: 10, count: 40 },
    { min_discount: 20, count: 21 },
  ],
  price_bands: [
    { max: '999.00', count: 60 },
    { min: '1000.00', max: '1499.00', count: 31 },
    { min: '1500.00', count: 12 },
  ],
  facts: [{ name: 'Fabric', values: ['Cotton', 'Linen', 'Silk'].map((value, i) => ({ value, count: 5 - i })) }],
};

/** What the site gets for the store's counts. */
let answer: (reply: { data: Facets }) => unknown;
let asked: string[] = [];
const proxy = await startApiProxy(await demoShop(), (path, reply) => {
  asked.push(path);
  return path === '/product-facets' ? answer(reply as { data: Facets }) : reply;
});
afterAll(proxy.stop);
const { shop: site, test } = await useShop(startShop(newDataDir(), { STORE_API_URL: proxy.url, STORE_REVALIDATE_SECONDS: '0' }), {
  viewport,
  hasTouch: true,
});
const desktopTest = test.extend('pageOptions', { viewport: desktop });
beforeEach(() => {
  answer = (reply) => ({ ...reply, data: { ...reply.data, ...counted } });
  asked = [];
});

const groups = (page: Page) => page.locator('#filters details:not(.fold) > summary').filter({ visible: true }).allInnerTexts();
const button = (page: Page) => page.locator('.filters-foot button');

async function openSheet(page: Page, path = '/shop'): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('.filter-button').click();
}

test('the groups come in the order in which shoppers decide', async ({ page }) => {
  await openSheet(page);
  expect(await groups(page)).toEqual(['Size', 'Price', 'Colour', 'Brand', 'Discount', 'Availability', 'Category', 'Fabric']);
});

test('no choice says 0, and no group has one choice only', async ({ page }) => {
  answer = (reply) => ({
    ...reply,
    data: { ...reply.data, colours: [{ colour: 'blue', count: 3 }], brands: [{ brand: 'Mriga', count: 0 }] },
  });
  await openSheet(page, '/shop?search=denim');
  expect((await groups(page)).filter((name) => name === 'Colour' || name === 'Brand')).toEqual([]);
  expect(await page.locator('#filters label small').allInnerTexts()).not.toContain('0');
  const choices = await page
    .locator('#filters fieldset:not(.range)')
    .evaluateAll((sets) => sets.map((set) => set.querySelectorAll('input').length));
  expect(Math.min(...choices)).toBeGreaterThan(1);
});

test('of many categories and brands the first six are there, and the others one press away', async ({ page }) => {
  await openSheet(page);
  for (const name of ['brand', 'categories']) {
    const choices = page.locator(`#filters label:has([name=${name}])`).filter({ visible: true });
    expect(await choices.count()).toBe(6);
    await page.locator(`#filters fieldset:has([name=${name}])`).getByText('Show all').click();
    expect(await choices.count()).toBeGreaterThan(8);
  }
});

test('a band of prices sets the two prices, is counted, and is removed by a second press', async ({ page }) => {
  await openSheet(page);
  await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ products$/);
  const all = await button(page).innerText();
  const band = page.locator('#filters').getByRole('link', { name: '₹1,000 to ₹1,499' });
  const prices = () => Promise.all(['min', 'max'].map((end) => page.locator(`[name=${end}_price]`).inputValue()));
  await band.click();
  expect(await prices()).toEqual(['1000', '1499']);
  await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ products$/);
  expect(await button(page).innerText()).not.toBe(all);
  expect(await band.getAttribute('aria-current')).toBe('true');
  expect(page.url()).toBe(`${site.url}/shop`);
  const promised = await button(page).innerText();
  await button(page).click();
  await page.waitForURL(/min_price=1000&max_price=1499/);
  await expect.poll(async () => `Show ${await page.locator('.count').innerText()}`).toBe(promised);
  expect(await page.getByRole('list', { name: 'Active filters' }).innerText()).toContain('₹1,000 to ₹1,499');
  await page.locator('.filter-button').click();
  await band.click();
  expect(await prices()).toEqual(['', '']);
  await expect.poll(() => button(page).innerText()).toBe(all);
});

test('a price that is no band is typed under “Another price”, which is open when there is one', async ({ page }) => {
  await openSheet(page, '/shop?max_price=1234');
  expect(await page.getByLabel('To ₹').inputValue()).toBe('1234');
  expect(await page.getByLabel('To ₹').isVisible()).toBe(true);
});

desktopTest(
  'colours, brands, a discount and facts go into the address and to the store, and are chips',
  async ({ page, pageErrors }) => {
    await page.goto(`${site.url}/shop`);
    for (const name of ['Blue', 'Brand 2', 'Cotton']) {
      await page
        .locator('#filters label')
        .filter({ has: page.getByRole('checkbox', { name, exact: true }) })
        .click();
      await page.getByRole('link', { name: `${name === 'Cotton' ? 'Fabric: Cotton' : name} (remove)` }).waitFor();
    }
    await page.locator('#filters label').filter({ hasText: '20% or more' }).click();
    await page.getByRole('link', { name: '20% off or more (remove)' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      colour: 'blue',
      brand: 'Brand 2',
      min_discount: '20',
      fact: 'Fabric:Cotton',
    });
    expect(await page.locator('.dot').count()).toBe(3);
    await page.locator('#filters').getByText('Any', { exact: true }).click();
    await page.waitForURL((url) => !url.searchParams.has('min_discount'));
    await page
      .getByRole('link', { name: /^Clear (all|filters)$/ })
      .first()
      .click();
    await page.waitForURL(`${site.url}/shop`);
    // The site has none of the store's pictures.
    expect(pageErrors.filter((error) => !error.includes('404'))).toEqual([]);
  },
);

test('with a store that counts nothing there are the specified filters without numbers, and the button names none', async ({
  page,
}) => {
  answer = () => 404;
  await openSheet(page);
  expect(await groups(page)).toEqual(['Size', 'Price', 'Availability', 'Category']);
  expect(await page.locator('#filters small').count()).toBe(0);
  expect(await button(page).innerText()).toBe('Show products');
  asked = [];
  await page.getByText('In stock', { exact: true }).click();
  await page.waitForTimeout(500);
  expect([await button(page).innerText(), asked]).toEqual(['Show products', []]);
  await button(page).click();
  await page.waitForURL(/in_stock=1/);
});

test('the open sheet has no axe violations in any theme', async ({ page }) => {
  await openSheet(page, '/shop?colour=blue&brand=Brand+2&min_price=1000&max_price=1499&min_discount=10');
  await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ product/);
  // High enough for the whole sheet: axe finds a target too small that the sheet's foot covers in part until it is scrolled.
  await page.setViewportSize({ ...viewport, height: 2800 });
  expect(await axeViolationsInThemes(page, 'the filters')).toEqual([]);
});
