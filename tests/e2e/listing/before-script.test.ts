import type { Page } from 'playwright';
import { expect } from 'vitest';
import { desktop } from '#tests/support/browser/test-page.ts';
import { holdScripts } from '#tests/support/hands/before-hydration.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ emptyCache: true });
const desktopTest = test.extend('pageOptions', { viewport: desktop, emptyCache: true });

const openBeforeScript = async (page: Page, query = '') => {
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/shop${query}`, { waitUntil: 'commit' });
  await page.locator('.results .card').first().waitFor();
  return release;
};

test('a sheet opened before the script counts what was chosen', async ({ page, pageErrors }) => {
  const release = await openBeforeScript(page);
  await page.locator('.filter-button').click();
  await page.getByRole('checkbox', { name: 'Shirts', exact: true }).check();
  release();
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).click();
  await page.waitForURL(/categories=shirts/);
  expect(pageErrors).toEqual([]);
});

desktopTest(
  'a filter and an order chosen before the script are applied when it runs, with those of the address',
  async ({ page, pageErrors }) => {
    const release = await openBeforeScript(page, '?in_stock=1');
    await page.getByRole('checkbox', { name: 'Shirts', exact: true }).check();
    await page.getByLabel('Sort by').selectOption('price_asc');
    release();
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ categories: 'shirts', in_stock: '1', sort_by: 'price_asc' });
    expect(pageErrors).toEqual([]);
  },
);
