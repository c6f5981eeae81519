import { describe, expect } from 'vitest';
import { missingPath } from '#tests/support/browser/addresses.ts';
import { demoShop, startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { demoTest } from '#tests/support/shop-test.ts';

const shop = await demoShop();
const test = await demoTest({ javaScriptEnabled: false });

test('the FAQ expands one answer at a time, without script', async () => {
  const { page } = await openPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(`${shop.url}/faq`);
  const questions = page.locator('details.question');
  const total = await questions.count();
  expect(total).toBeGreaterThan(2);
  const answer = (n: number) => questions.nth(n).locator('.rich-text');
  expect(await answer(0).isVisible()).toBe(false);
  await questions.nth(0).locator('summary').click();
  expect(await answer(0).isVisible()).toBe(true);
  expect((await answer(0).innerText()).length).toBeGreaterThan(10);
  await questions.nth(1).locator('summary').press('Enter');
  expect([await answer(0).isVisible(), await answer(1).isVisible()]).toEqual([false, true]);
  await questions.nth(1).locator('summary').click();
  expect(await page.locator('details.question[open]').count()).toBe(0);
});

const texts: [path: string, title: string][] = [
  ['/terms-use', 'Terms & Conditions'],
  ['/privacy-policy', 'Privacy Policy'],
];

test.for(texts)('%s shows the owner’s text under the title %s', async ([path, title], { page }) => {
  const response = await page.goto(shop.url + path);
  expect(response?.status()).toBe(200);
  expect(await page.locator('h1').allInnerTexts()).toEqual([title]);
  expect(await page.title()).toBe(`${title} | Tana & Bana`);
  expect((await page.locator('.rich-text').innerText()).length).toBeGreaterThan(200);
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Home',
    title,
  ]);
});

test('an owner without texts has pages that say so', async () => {
  const bare = await startSmallShop([]);
  for (const path of ['/terms-use', '/privacy-policy']) {
    expect(await (await fetch(bare.url + path)).text()).toContain('has not published this page yet.');
  }
  expect(await (await fetch(`${bare.url}/faq`)).text()).toContain('There are no questions and answers here yet.');
  await bare.stop();
}, 120_000);

test('an unknown address shows Page Not Found with links to continue', async () => {
  const { page } = await openPage();
  const response = await page.goto(`${shop.url}/no/such/page?x=1`);
  expect([response?.status(), new URL(page.url()).pathname]).toEqual([404, missingPath('/no/such/page', '/404')]);
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Page Not Found']);
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Home',
    'Page Not Found',
  ]);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('main').getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  await page.getByRole('link', { name: 'See all products' }).click();
  await page.waitForURL('**/shop');
});

test('the footer links home, FAQ, terms and privacy, and names the shop', async ({ page }) => {
  await page.goto(shop.url);
  const footer = page.getByRole('contentinfo');
  expect(await footer.innerText()).toContain(`© ${new Date().getFullYear()} Tana & Bana. All rights reserved.`);
  expect(await footer.locator('a.brand').getAttribute('href')).toBe('/');
  for (const [name, path] of [
    ['FAQ', '/faq'],
    ['Terms of use', '/terms-use'],
    ['Privacy Policy', '/privacy-policy'],
  ]) {
    expect(await footer.getByRole('link', { name: name as string, exact: true }).getAttribute('href')).toBe(path);
  }
});

describe('the categories', () => {
  test('each link to their listing', async ({ page }) => {
    await page.goto(`${shop.url}/categories`);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Shop By Category']);
    const tiles = page.locator('main .card');
    expect(await tiles.count()).toBe(17);
    const name = await tiles.nth(9).getByRole('link').innerText();
    expect(await tiles.nth(9).locator('p').innerText()).toMatch(/^\d+ products?$/);
    await tiles.nth(9).getByRole('link').click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
  });

  test('form a carousel with buttons for mouse users, with all their names below', async () => {
    const { page, pageErrors } = await openPage({ viewport: desktop });
    await page.goto(`${shop.url}/categories`, { waitUntil: 'load' });
    const row = page.locator('main .tiles');
    const scrolled = () => row.evaluate((list) => list.scrollLeft);
    const [back, on] = [page.locator('.turners button').nth(0), page.locator('.turners button').nth(1)];
    expect(await row.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
    await expect.poll(async () => [await back.isDisabled(), await on.isDisabled()]).toEqual([true, false]);
    await on.click();
    await expect.poll(scrolled).toBeGreaterThan(500);
    await expect.poll(() => back.isDisabled()).toBe(false);
    await back.click();
    await expect.poll(scrolled).toBe(0);
    const names = await page.getByRole('navigation', { name: 'From A to Z' }).getByRole('link').allInnerTexts();
    expect(names.length).toBe(17);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(pageErrors).toEqual([]);
  });

  test('form a grid where the store’s layout says so', async () => {
    await shop.store('theme', 'set', 'categoryLayout=grid');
    const { page } = await openPage({ viewport: desktop });
    await page.goto(`${shop.url}/categories`, { waitUntil: 'load' });
    const places = await page.locator('main .card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y));
    expect(new Set(places).size).toBe(5);
    expect(await page.locator('.turners').count()).toBe(0);
    await shop.store('theme', 'set', 'categoryLayout=swiper');
  });

  test('show a message when there are none', async () => {
    const bare = await startSmallShop([]);
    expect(await (await fetch(`${bare.url}/categories`)).text()).toContain('No categories found');
    await bare.stop();
  }, 120_000);
});
