import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop(smallCatalogue));

const header = 'Handle,Title,Type,Variant Price,Variant Inventory Qty,SEO Title,SEO Description,Related Products';
const lamp = 'Brass Lamp for the Evening';

async function importRows(...rows: string[]): Promise<void> {
  const file = join(tmpdir(), `related-${process.pid}.csv`);
  writeFileSync(file, [header, ...rows].join('\n'));
  await shop.store('import', file, '--no-pictures');
  rmSync(file);
}

test('a product has its own title and description for search engines, and related products before those of its category', async ({
  page,
}) => {
  await importRows(
    `lamp,Lamp,Lamps,500,3,${lamp},Light for a small room.,plain-tee; bell`,
    'bell,Bell,Bells,90,3,,,',
    ...['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `lamp-${name},Lamp ${name},Lamps,500,3,,,`),
  );
  await page.goto(`${shop.url}/products/lamp`, { waitUntil: 'load' });
  expect(await page.title()).toContain(lamp);
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toContain(lamp);
  expect(await page.locator('meta[name="description"]').getAttribute('content')).toBe('Light for a small room.');
  expect(await page.locator('h1').innerText()).toBe('Lamp');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'You may also like' }) });
  const names = await section.locator('li.card h3').allInnerTexts();
  expect(names.slice(0, 2)).toEqual(['Plain Tee', 'Bell']);
  expect(names).toHaveLength(6);
  expect(new Set(names).size).toBe(6);
  await page.goto(`${shop.url}/products/lamp-one`, { waitUntil: 'load' });
  expect(await page.getByRole('heading', { name: 'More from Lamps' }).count()).toBe(1);
  expect(await page.title()).toContain('Lamp one');
});
