import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const products = [
  'Handle,Title,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Inventory Qty,Attributes,Group',
  'kurta-blue,Asha kurta,Kurtas,Size,S,Colour,Blue,999,5,Fabric: Cotton; देखभाल: हाथ से धोएं; <b>Fit</b>: <script>alert(1)</script>,asha',
  'kurta-blue,,,,M,,Blue,999,5,,',
  'kurta-floral,Asha kurta,Kurtas,Size,S,Colour,Floral,999,5,,asha',
  'kurta-green,Asha kurta,Kurtas,Size,S,Colour,Green,999,0,,asha',
  'shoes,Shoes,Footwear,,,,,999,5,,',
];
const guides = ['Guide,Categories,Page,Size,Chest (in),Fit', 'Kurtas,Kurtas,/faq,S,36,Slim', 'Shoes,Footwear,/faq,,,'];

const { shop, test } = await useShop(startSmallShop());
const plainDesktopTest = test.extend('pageOptions', { viewport: desktop, javaScriptEnabled: false });
beforeAll(async () => {
  for (const [command, name, rows] of [
    ['import', 'facts.csv', products],
    ['guides', 'guides.csv', guides],
  ] as const) {
    const file = join(shop.dataDir, name);
    writeFileSync(file, rows.join('\n'));
    await shop.store(command, file, ...(command === 'import' ? ['--no-pictures'] : []));
  }
});

test('a product page lists its facts and leads to its other colours', async ({ page }) => {
  await page.goto(`${shop.url}/products/kurta-blue`);
  for (const fold of await page.locator('.facts summary').all()) await fold.click();
  const facts = (await page.locator('.facts dl').allTextContents()).join(' ').replace(/\s+/g, ' ');
  for (const fact of [/Fabric ?Cotton/, /<b>Fit<\/b> ?<script>alert\(1\)<\/script>/, /देखभाल ?हाथ से धोएं/])
    expect(facts).toMatch(fact);
  const colours = page.getByRole('navigation', { name: 'Colour: Blue' });
  expect((await colours.getByRole('link').allTextContents()).map((text) => text.trim())).toEqual([
    'Blue',
    'Floral',
    'Green, sold out',
  ]);
  expect(await colours.getByRole('link', { name: 'Blue' }).getAttribute('aria-current')).toBe('page');
  for (const link of await colours.getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  expect(await axeViolationsInThemes(page, 'product with facts')).toEqual([]);
  await colours.getByRole('link', { name: 'Floral' }).click();
  await page.getByRole('navigation', { name: 'Colour: Floral' }).waitFor();
});

plainDesktopTest('the size guide shows centimetres and inches, without script too', async ({ page }) => {
  await page.goto(`${shop.url}/products/kurta-blue`);
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  await page.getByRole('group', { name: 'Size' }).getByRole('button', { name: 'Size guide' }).click();
  expect(await guide.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/^Size\s+Chest\s+Fit$/),
    expect.stringMatching(/^S\s+91\.4 cm\s+36 in\s+Slim$/),
  ]);
  expect(await guide.getByRole('link', { name: 'How to measure' }).getAttribute('href')).toBe('/faq');
  await page.goto(`${shop.url}/products/shoes`);
  expect(await page.getByRole('link', { name: 'Size guide' }).getAttribute('href')).toBe('/faq');
});

test('the page of a colour follows when another colour is sold out or gets another picture', async () => {
  const html = async () => (await fetch(`${shop.url}/products/kurta-blue`)).text();
  expect(await html()).not.toContain('Floral, sold out');
  await shop.store('stock', 'kurta-floral', 'S / Floral', '0');
  await expect.poll(html).toContain('Floral, sold out');
});
