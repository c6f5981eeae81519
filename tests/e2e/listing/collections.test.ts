import { expect } from 'vitest';
import { categoryPath } from '#tests/support/browser/addresses.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import type { Row } from '#tests/support/browser/small-catalogue.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const lamp = { type: 'Lamps', price: '900.00', stock: '4' };
const rows: Row[] = [
  { handle: 'brass-lamp', title: 'Brass Lamp', ...lamp, collections: 'Diwali Sale; Gifts' },
  { handle: 'desk-lamp', title: 'Desk Lamp', ...lamp },
  { handle: 'red-kurta', title: 'Red Kurta', type: 'Kurtas', price: '1500.00', stock: '0', collections: 'Diwali Sale' },
  { handle: 'gift-card', title: 'Gift Card', type: 'Gifts', price: '500.00', stock: '9' },
];

const { shop, test } = await useShop(startSmallShop(rows), { viewport: desktop });

const collectionPath = categoryPath('Diwali Sale');
/** An address whose spaces may be written in two ways. */
const plain = (address: string): string => address.replaceAll('%20', '+').toLowerCase();

test('a collection of an imported file is opened from the categories and filtered, and its products keep their category', async ({
  page,
  pageErrors,
}) => {
  await page.goto(`${shop.url}/categories`);
  const tiles = page.locator('main .tiles li');
  const counts = await tiles.evaluateAll((items) =>
    items.map((item) => [item.querySelector('a')?.textContent, item.querySelector('p')?.textContent]),
  );
  expect(counts).toEqual([
    ['Lamps', '2 products'],
    ['Kurtas', '1 product'],
    ['Gifts', '2 products'],
    ['Diwali Sale', '2 products'],
  ]);
  await tiles.getByRole('link', { name: 'Diwali Sale' }).click();
  await page.waitForURL(({ pathname, search }) => plain(pathname + search) === plain(collectionPath));
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Diwali Sale');
  const titles = async () => (await page.locator('#products .card h3').allInnerTexts()).map((text) => text.trim());
  await expect.poll(titles).toEqual(['Red Kurta', 'Brass Lamp']);
  await page.getByRole('checkbox', { name: /^In stock/ }).check();
  await expect.poll(titles).toEqual(['Brass Lamp']);
  await page.getByRole('checkbox', { name: /^Gifts/ }).check();
  await expect.poll(titles).toEqual(['Gift Card', 'Brass Lamp']);

  await page.getByRole('link', { name: 'Brass Lamp' }).first().click();
  await page.waitForURL('**/products/brass-lamp');
  const items = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  expect(await items.allInnerTexts()).toEqual(['Home', 'Lamps', 'Brass Lamp']);
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).join('');
  expect(data).toContain('"Lamps"');
  expect(data).not.toContain('Diwali');

  const sitemap = await (await fetch(`${shop.url}/sitemap-pages.xml`)).text();
  expect(plain(sitemap)).toContain(`${plain(collectionPath)}<`);
  if (setting !== 'static') {
    const old = await fetch(`${shop.url}/collections/diwali-sale`, { redirect: 'manual' });
    expect(plain(old.headers.get('location') ?? '')).toContain(plain(collectionPath));
  }
  expect(pageErrors).toEqual([]);
});
