import { expect, test } from 'vitest';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { holdScripts } from '#tests/support/hands/before-hydration.ts';

const shop = await demoShop();

const openBeforeScript = async (viewport: typeof phone, query = '') => {
  const visitor = await openPage({ viewport, emptyCache: true });
  const release = await holdScripts(visitor.page);
  await visitor.page.goto(`${shop.url}/shop${query}`, { waitUntil: 'commit' });
  await visitor.page.locator('.results .card').first().waitFor();
  return { ...visitor, release };
};

test('a sheet opened before the script counts what was chosen', async () => {
  const { page, pageErrors, release } = await openBeforeScript(phone);
  await page.locator('.filter-button').click();
  await page.getByRole('checkbox', { name: 'Shirts', exact: true }).check();
  release();
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).click();
  await page.waitForURL(/categories=shirts/);
  expect(pageErrors).toEqual([]);
});

test('a filter and an order chosen before the script are applied when it runs, with those of the address', async () => {
  const { page, pageErrors, release } = await openBeforeScript(desktop, '?in_stock=1');
  await page.getByRole('checkbox', { name: 'Shirts', exact: true }).check();
  await page.getByLabel('Sort by').selectOption('price_asc');
  release();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ categories: 'shirts', in_stock: '1', sort_by: 'price_asc' });
  expect(pageErrors).toEqual([]);
});
