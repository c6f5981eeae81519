import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const header = [
  'Handle,Title,Type,Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Barcode,Variant Price',
  'Variant Compare At Price,Variant Inventory Qty,Image Src,Variant Image',
].join();

/** A scarf in two colours, and a shirt in 2,048 variants. */
const rows = [
  header,
  'scarf,Wool scarf,Scarves,Meena,Colour,Red,,,,,SC-R,8900000000012,999,1999,5,red.png,red.png',
  'scarf,,,,,Blue,,,,,SC-B,8900000000029,1299,,5,blue.png,blue.png',
  ...Array.from({ length: 2048 }, (_, i) => {
    const [colour, size, material] = [i % 16, (i >> 4) % 16, i >> 8];
    const first = i === 0 ? 'shirt,Many shirt,Shirts,,Colour' : 'shirt,,,,';
    const [second, third] = i === 0 ? ['Size', 'Material'] : ['', ''];
    const stock = (colour + size + material) % 5 === 0 ? 0 : 7;
    return `${first},Colour ${colour},${second},Size ${size},${third},Material ${material},,,${900 + material},,${stock},,`;
  }),
];

const { shop, test } = await useShop(startSmallShop(), { viewport: desktop });
const phoneTest = test.extend('pageOptions', { viewport: phone });
beforeAll(async () => {
  for (const name of ['red', 'blue'])
    await sharp({ create: { width: 300, height: 400, channels: 3, background: name } })
      .png()
      .toFile(join(shop.dataDir, `${name}.png`));
  const file = join(shop.dataDir, 'variants.csv');
  writeFileSync(file, rows.join('\n'));
  await shop.store('import', file, '--pictures', shop.dataDir);
});

/** The price shown, the discount, and the position of the picture that is shown, on a desktop first of all. */
const shownOffer = (page: Page) =>
  page.evaluate(() => {
    const text = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((part) => !part.hidden)?.innerText;
    const slides = document.querySelector<HTMLElement>('.gallery .views') as HTMLElement;
    const isSecond = slides.scrollLeft > 20 || getComputedStyle(slides.children[1] as Element).order === '-1';
    return { price: text('.buy-box .buy-price'), off: text('.buy-box .off'), picture: isSecond ? 1 : 0 };
  });

test('the feed and the page of each variant agree on its address, picture, barcode and price', async ({ page }) => {
  const feed = await (await fetch(`${shop.url}/feed.xml`)).text();
  const items = [...feed.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => item).filter((item) => item.includes('Wool scarf'));
  const html = await (await fetch(`${shop.url}/products/scarf`)).text();
  const field = (item: string | undefined, name: string) => new RegExp(`<g:${name}>([^<]*)`).exec(item ?? '')?.[1];
  expect(items.map((item) => field(item, 'gtin'))).toEqual(['8900000000012', '8900000000029']);
  expect(new Set(items.map((item) => field(item, 'image_link'))).size).toBe(2);
  expect(items.join('')).not.toContain('identifier_exists');
  for (const item of items) {
    const link = present(field(item, 'link'));
    expect(html).toContain(new URL(link).search);
    expect(html).toContain(present(field(item, 'image_link')));
    await page.goto(shop.url + new URL(link).pathname + new URL(link).search);
    const price = Number(present(field(item, 'sale_price') ?? field(item, 'price')).replace(' INR', ''));
    expect((await shownOffer(page)).price?.replace(/[^\d.]/g, '')).toBe(price.toFixed(2));
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/products\/scarf$/);
  }
});

test.for([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)(
  'on %s, the address of a variant shows it before the first paint, without a layout shift',
  async ([, viewport], { page, pageErrors }) => {
    await page.setViewportSize(viewport);
    const layoutShifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/scarf`);
    const id = await page.evaluate(() => /\?variant=(\d+)[^}]*?"price":"1299.00"/.exec(document.documentElement.innerHTML)?.[1]);
    await page.goto(`${shop.url}/products/scarf?variant=${id}`, { waitUntil: 'load' });
    const blue = { price: '₹1,299.00', off: undefined, picture: 1 };
    expect(await shownOffer(page)).toEqual(blue);
    expect(await page.getByRole('radio', { name: 'Blue' }).isChecked()).toBe(true);
    expect(await layoutShifts()).toEqual([]);
    await page.getByRole('radio', { name: 'Red' }).check();
    const red = { price: '₹999.00', off: '50% off' };
    // On a desktop all pictures are in view.
    await expect.poll(() => shownOffer(page)).toMatchObject(viewport === phone ? { ...red, picture: 0 } : red);
    await page.getByRole('radio', { name: 'Blue' }).check();
    await expect.poll(() => shownOffer(page)).toEqual(blue);
    // The fonts are refused.
    expect(pageErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  },
);

phoneTest('2,048 variants are three choices in less than 100 KB, and sell', async ({ page, pageErrors }) => {
  const html = await (await fetch(`${shop.url}/products/shirt`)).text();
  expect(html.length).toBeLessThan(100_000);
  await page.goto(`${shop.url}/products/shirt`);
  expect(await page.locator('.buy-box input[type=radio]').count()).toBe(16 + 16 + 8);
  await page.getByRole('radio', { name: 'Colour 1', exact: true }).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const sheet = page.getByRole('dialog', { name: 'Choose a colour, size and material' });
  expect(await sheet.getByRole('radio', { name: 'Colour 1', exact: true }).isChecked()).toBe(true);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('radio', { name: 'Size 1', exact: true }).check();
  const none = page.getByRole('radio', { name: 'Material 3 Unavailable' });
  await none.check();
  await page.getByRole('status').getByText('Colour 1 / Size 1 / Material 3 is not available.').waitFor();
  expect(await page.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true);
  expect(await axeViolations(page, 'a product with many variants')).toEqual([]);
  await page.getByRole('radio', { name: 'Material 2', exact: true }).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const cart = page.getByRole('dialog', { name: /^Your cart/ });
  await cart.filter({ hasText: 'Colour: Colour 1 · Size: Size 1 · Material: Material 2' }).waitFor();
  expect(pageErrors).toEqual([]);
});
