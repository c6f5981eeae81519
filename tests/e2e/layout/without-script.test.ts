import { expect } from 'vitest';
import { openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const visitor = await openPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });

const productLinks = 'main .card h3 a[href^="/products/"]';
const productNames = () => visitor.page.locator(productLinks).allInnerTexts();
const prices = async () =>
  (await visitor.page.locator('main .card .price').allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')));

test('the home page shows products and links to them', async () => {
  await visitor.page.goto(shop.url);
  expect((await productNames()).length).toBeGreaterThan(4);
  await visitor.page.locator(productLinks).first().click();
  expect(new URL(visitor.page.url()).pathname).toMatch(/^\/products\//);
});

test('a product page shows name, price, sizes and description', async () => {
  const name = await visitor.page.locator('h1').innerText();
  expect(name.length).toBeGreaterThan(3);
  await expect(visitor.page.locator('main .price').first().innerText()).resolves.toMatch(/₹[\d,]+\.\d\d/);
});

test('the shop filters by category', async () => {
  await visitor.page.goto(`${shop.url}/shop`);
  await visitor.page.getByRole('checkbox', { name: /^Shirts/ }).check();
  await visitor.page.getByRole('button', { name: 'Show products' }).click();
  expect(visitor.page.url().toLowerCase()).toContain('categories=shirts');
  const links = await visitor.page.locator('main .card').count();
  expect(links).toBeGreaterThan(3);
});

test('the shop sorts by price', async () => {
  await visitor.page.goto(`${shop.url}/shop`);
  await visitor.page.getByLabel('Sort by').first().selectOption('price_asc');
  await visitor.page.getByRole('button', { name: 'Sort', exact: true }).first().click();
  await expect.poll(async () => (await prices()).length).toBe(24);
  const shown = await prices();
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

test('the shop has links to the next and the previous page', async () => {
  await visitor.page.goto(`${shop.url}/shop`);
  const first = await productNames();
  await visitor.page.getByRole('link', { name: /next/i }).first().click();
  expect(visitor.page.url()).toContain('page=2');
  const second = await productNames();
  expect(second.some((name) => !first.includes(name))).toBe(true);
  await visitor.page.getByRole('link', { name: /prev/i }).first().click();
  expect(await productNames()).toEqual(first);
});

test('the header searches', async () => {
  await visitor.page.goto(shop.url);
  await visitor.page.getByRole('button', { name: 'Search' }).first().click();
  await visitor.page.getByPlaceholder('Search for products, brands, categories...').fill('tshrt');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.waitForURL(/search=tshrt/);
  expect((await productNames()).join(' ')).toMatch(/T-Shirt/i);
});

test.for(['/cart', '/checkout', '/payment', '/order-success', '/order-failure', '/signin'])(
  '%s shows that it needs JavaScript instead of a loading state',
  async (path) => {
    await visitor.page.goto(shop.url + path);
    const said = await visitor.page.getByRole('main').innerText();
    expect(said).toContain('This page needs JavaScript');
    expect(said).not.toContain('Loading');
  },
);

test('a product page says that ordering needs JavaScript and how to contact the shop, and has no dead button', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop`);
  await page.locator(productLinks).first().click();
  expect(await page.getByRole('main').innerText()).toContain('needs JavaScript');
  const mail = 'a[href^="mailto:"]';
  const care = await page.locator(`footer ${mail}`).getAttribute('href');
  expect(await page.locator(`.product-info ${mail}`).getAttribute('href')).toBe(care);
  expect(await page.getByRole('button', { name: 'Add to cart' }).isVisible()).toBe(false);
});
