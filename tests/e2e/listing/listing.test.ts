import { describe, expect } from 'vitest';
import type { ProductPage } from '#lib/contract/catalogue.ts';
import { apiReply } from '#tests/support/browser/customer.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { unfoldPrices } from './unfold.ts';

const { shop, test } = await useDemoShop();
const visitor = await openPage({ viewport: desktop });

const found = (filters: object, page = 1) => apiReply<ProductPage>(shop, `/get-products?page=${page}`, filters);
const said = ({ total }: ProductPage) => `${total} ${total === 1 ? 'product' : 'products'}`;
const count = () => visitor.page.locator('main .count').innerText();
const names = () => visitor.page.locator('main .card h3').allInnerTexts();
const chips = () => visitor.page.getByRole('list', { name: 'Active filters' }).getByRole('link');
const filters = () => visitor.page.getByRole('form', { name: 'Filters' });

describe('filters beside the list', () => {
  test('combine, are counted, and are in the address', async () => {
    const { page } = visitor;
    await page.goto(`${shop.url}/shop`);
    expect(await count()).toBe(said(await found({})));

    await filters().getByRole('checkbox', { name: 'Shirts', exact: true }).check();
    await expect.poll(count).toBe(said(await found({ sub_category: 'shirts' })));
    expect(new URL(page.url()).searchParams.get('categories')).toBe('shirts');

    await filters().getByRole('checkbox', { name: 'Kurtas', exact: true }).check();
    await expect.poll(count).toBe(said(await found({ sub_category: 'shirts,kurtas' })));

    await filters().getByRole('checkbox', { name: 'M', exact: true }).check({ force: true });
    await expect.poll(count).toBe(said(await found({ sub_category: 'shirts,kurtas', size: 'M' })));

    await filters().getByRole('checkbox', { name: 'In stock' }).check();
    const wanted = { sub_category: 'shirts,kurtas', size: 'M', in_stock: '1' };
    await expect.poll(count).toBe(said(await found(wanted)));

    await unfoldPrices(page);
    await filters().getByLabel('To ₹').fill('2000');
    await page.keyboard.press('Enter');
    const narrowed = await found({ ...wanted, max_price: '2000' });
    await expect.poll(count).toBe(said(narrowed));
    expect(await names()).toEqual(narrowed.data.map(({ name }) => name));
    expect(await chips().allInnerTexts()).toEqual(
      expect.arrayContaining(
        ['Shirts', 'Kurtas', 'Size M', 'Up to ₹2,000', 'In stock'].map((label) => expect.stringContaining(label)),
      ),
    );
  });

  test('are removed one by one by their chips, and all together', async () => {
    const { page } = visitor;
    await page.goto(`${shop.url}/shop?categories=shirts,kurtas&in_stock=1&max_price=2000`);
    await chips().filter({ hasText: 'Up to' }).click();
    await expect.poll(count).toBe(said(await found({ sub_category: 'shirts,kurtas', in_stock: '1' })));
    await chips().filter({ hasText: 'Shirts' }).click();
    await expect.poll(count).toBe(said(await found({ sub_category: 'kurtas', in_stock: '1' })));
    expect(await filters().getByRole('checkbox', { name: 'Shirts', exact: true }).isChecked()).toBe(false);
    await chips().filter({ hasText: 'In stock' }).click();
    await expect.poll(count).toBe(said(await found({ sub_category: 'kurtas' })));
    await page.goto(`${shop.url}/shop?categories=shirts,kurtas&in_stock=1`);
    await chips().filter({ hasText: 'Clear all' }).click();
    await expect.poll(count).toBe(said(await found({})));
    await expect.poll(() => page.url()).toBe(`${shop.url}/shop`);
  });

  test('can be sorted, and filtering keeps the order', async () => {
    const { page } = visitor;
    await page.goto(`${shop.url}/shop?categories=wallet`);
    await page.getByLabel('Sort by').selectOption('price_desc');
    const sorted = (await found({ sub_category: 'wallet', sort_by: 'price_desc' })).data.map(({ name }) => name);
    await expect.poll(names).toEqual(sorted);
    expect(page.url()).toContain('sort_by=price_desc');
  });

  test('show a friendly message without results, and a link to reset them', async () => {
    const { page } = visitor;
    await page.goto(`${shop.url}/shop?categories=wallet&min_price=900000`);
    await page.getByText('No products match all of these.').waitFor();
    expect(await count()).toBe('0 products');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(count).toBe(said(await found({})));
  });
});

describe('filters on a phone', () => {
  test('apply when the shopper asks for results', async ({ page, pageErrors }) => {
    await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
    const sheet = page.getByRole('form', { name: 'Filters' });
    expect(await sheet.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await sheet.getByRole('checkbox', { name: 'Kurtas', exact: true }).check();
    await sheet.getByRole('checkbox', { name: 'In stock' }).check();
    expect(page.url()).toBe(`${shop.url}/shop`);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filters' }).click();
    await sheet.getByRole('button', { name: /^Show \d+ products?$/ }).click();
    await expect
      .poll(() => page.locator('main .count').innerText())
      .toBe(said(await found({ sub_category: 'kurtas', in_stock: '1' })));
    await sheet.waitFor({ state: 'hidden' });
    expect(pageErrors).toEqual([]);
  });
});

describe('paging', () => {
  test('links the next and the previous page, keeps the filters, and marks the page', async () => {
    const { page } = visitor;
    await page.goto(`${shop.url}/shop?in_stock=1`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Next' }).click();
    const second = (await found({ in_stock: '1' }, 2)).data.map(({ name }) => name);
    await expect.poll(names).toEqual(second);
    expect(new URL(page.url()).search).toBe('?page=2&in_stock=1');
    expect(await pages.locator('[aria-current=page]').innerText()).toMatch(/2$/);
    await pages.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect.poll(names).toEqual((await found({ in_stock: '1' })).data.map(({ name }) => name));
  });

  test('says of a page past the end where the list ends, and leads to its filters', async () => {
    const { page } = visitor;
    const all = await found({});
    for (const past of [all.last_page + 1, 99_999]) {
      const response = await page.goto(`${shop.url}/shop?page=${past}`);
      expect(response?.status()).toBe(200);
      expect(await page.locator('.nothing-lead').innerText()).toBe(
        `This list ends on page ${all.last_page}. Choose filters to see other products.`,
      );
      expect(await names()).toEqual([]);
      expect(await count()).toBe(said(all));
      expect(await page.getByRole('link', { name: 'Next', exact: true }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Previous' }).getAttribute('href')).toMatch(
        new RegExp(`page=${all.last_page}$`),
      );
    }
    await page.getByRole('link', { name: 'Choose filters' }).click();
    await expect.poll(names).toEqual((await found({})).data.map(({ name }) => name));
    expect(await filters().isVisible()).toBe(true);
  });
});

const nonsense = [
  'page=-1',
  'page=0',
  'page=abc&page=2',
  'page=1e9',
  'page=99999999999999999999',
  'min_price=cheap&max_price=-5',
  'min_price=900&max_price=100',
  'sort_by=drop+table',
  'in_stock=maybe&out_of_stock=1',
  'categories=,,,%00,%20',
  'categories=no-such-thing',
  'categories=shirts&categories=kurtas&categories=SHIRTS',
  'size=%F0%9F%91%95,XXXXXXL',
  'search=%E0%A4%A',
  'search=%22%27)%3B--%20OR%201%3D1',
  'search=*&search=NEAR(',
  `search=${'x'.repeat(3000)}`,
  `categories=${Array.from({ length: 300 }, (_, i) => i).join(',')}`,
  '%5B%5D=1&=&&&constructor=1&__proto__=2',
];

test.for(nonsense)('an invalid address shows a friendly page: %s', async (query) => {
  const response = await fetch(`${shop.url}/shop?${query}`, { redirect: 'manual' });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('<h1');
  expect(html).not.toMatch(/undefined|NaN|\[object|Something went wrong/);
});

test('the pages logged no errors', () => {
  expect(visitor.pageErrors).toEqual([]);
});
