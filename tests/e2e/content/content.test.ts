import { describe, expect, onTestFinished } from 'vitest';
import { missingPath } from '#tests/support/browser/addresses.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });

plainTest('the FAQ expands one answer at a time, without script', async ({ page }) => {
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

plainTest.for(texts)('%s shows the owner’s text under the title %s', async ([path, title], { page }) => {
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
  onTestFinished(bare.stop);
  for (const path of ['/terms-use', '/privacy-policy']) {
    expect(await (await fetch(bare.url + path)).text()).toContain('has not published this page yet.');
  }
  expect(await (await fetch(`${bare.url}/faq`)).text()).toContain('There are no questions and answers here yet.');
}, 120_000);

test('an unknown address shows Page Not Found with links to continue', async ({ page }) => {
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

plainTest('the footer links home, FAQ, terms and privacy, and names the shop', async ({ page }) => {
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
  plainTest('each link to their listing', async ({ page }) => {
    await page.goto(`${shop.url}/categories`);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Shop By Category']);
    const tiles = page.locator('main .card');
    expect(await tiles.count()).toBe(17);
    const name = await tiles.nth(9).getByRole('link').innerText();
    expect(await tiles.nth(9).locator('p').innerText()).toMatch(/^\d+ products?$/);
    await tiles.nth(9).getByRole('link').click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
  });

  test.for([
    [360, 3],
    [768, 4],
    [1440, 8],
  ] as const)('are small square tiles in a grid, at %d px %d beside each other', async ([width, columns], { page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${shop.url}/categories`, { waitUntil: 'load' });
    const pictures = await page.locator('main .card .picture').evaluateAll((all) =>
      all.map((picture) => {
        const box = picture.getBoundingClientRect();
        return { y: box.y, isSquare: Math.abs(box.width - box.height) < 1 };
      }),
    );
    expect(pictures.filter(({ y }) => y === pictures[0]?.y)).toHaveLength(columns);
    expect(pictures.every(({ isSquare }) => isSquare)).toBe(true);
    expect(await page.locator('.turners').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('without or with a broken picture show their first letters', async ({ page }) => {
    await page.route(/\/media\//, (route) => route.abort());
    await page.goto(`${shop.url}/categories`, { waitUntil: 'load' });
    const letter = (i: number) =>
      page
        .locator('main .card .picture')
        .nth(i)
        .evaluate((picture) => getComputedStyle(picture, '::before').content);
    await expect.poll(() => letter(0)).toBe('"T"');
    await expect.poll(() => letter(2)).toBe('"K"');
  });

  test('are grouped by their first letters when there are many, in any script', async ({ page }) => {
    const names = [
      'कुर्ता',
      'சட்டை',
      '3-piece suits',
      ...Array.from('ABCDEFGH', (letter) => [1, 2, 3].map((n) => `${letter}-wear ${n}`)).flat(),
    ];
    const many = await startSmallShop(
      names.map((type, i) => ({ handle: `product-${i}`, title: `Product ${i}`, type, price: '100.00', stock: '5' })),
    );
    onTestFinished(many.stop);
    await page.goto(`${many.url}/categories`);
    expect(await page.locator('main h2').allInnerTexts()).toEqual(expect.arrayContaining(['3', 'A', 'H', 'क', 'ச']));
    expect(await page.locator('main section').count()).toBe(11);
    expect(await page.locator('main section:has(h2:text-is("A")) h3').allInnerTexts()).toEqual([
      'A-wear 1',
      'A-wear 2',
      'A-wear 3',
    ]);
    expect(await page.locator('main .card').count()).toBe(names.length);
  }, 120_000);

  test('show a message when there are none', async () => {
    const bare = await startSmallShop([]);
    onTestFinished(bare.stop);
    expect(await (await fetch(`${bare.url}/categories`)).text()).toContain('No categories found');
  }, 120_000);
});
