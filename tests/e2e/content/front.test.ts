import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { runStore } from '#tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const columns = 'Handle,Title,Type,Variant Price,Variant Inventory Qty,Image Src';

/** A shop as an import leaves it: six square photographs in two categories. */
async function startImported(): Promise<RunningShop> {
  const dataDir = newDataDir();
  const folder = join(dataDir, 'files');
  mkdirSync(folder, { recursive: true });
  const lines = [columns];
  for (let i = 1; i <= 6; i++) {
    const background = { r: 40 * i, g: 90, b: 120 };
    await sharp({ create: { width: 1200, height: 1200, channels: 3, background } })
      .jpeg()
      .toFile(join(folder, `photo-${i}.jpg`));
    lines.push(`mug-${i},Mug ${i},${i < 5 ? 'Mugs' : 'Plates'},${i}99,9,photo-${i}.jpg`);
  }
  writeFileSync(join(folder, 'products.csv'), lines.join('\n'));
  await runStore(dataDir, 'theme', 'set', 'store_name=Kulhad House');
  await runStore(dataDir, 'import', join(folder, 'products.csv'), '--pictures', folder);
  return startShop(dataDir);
}

const { shop, test } = await useShop(startImported());
const desktopTest = test.extend('pageOptions', { viewport: desktop });

test.for([
  ['a phone', phone],
  ['a wide screen', desktop],
] as const)(
  'the home page of an imported shop has its name, a sentence, pictures and new products, on %s',
  async ([, viewport], { page, pageErrors }) => {
    await page.setViewportSize(viewport);
    await page.goto(shop.url, { waitUntil: 'load' });
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Kulhad House']);
    const hero = page.locator('.hero');
    expect(await hero.innerText()).toContain('Shop Mugs and Plates online.');
    await expect.poll(() => hero.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    const rounds = page.getByRole('navigation', { name: 'Shop by category' });
    expect(await rounds.getByRole('link').allInnerTexts()).toEqual(['Mugs', 'Plates', expect.stringMatching(/^See all/)]);
    expect((await rounds.boundingBox())?.y).toBeLessThan((await hero.boundingBox())?.y ?? 0);
    expect(await page.locator('main h2').allInnerTexts()).toEqual(['New arrivals']);
    await hero.getByRole('link', { name: 'Shop all products' }).click();
    await page.waitForURL('**/shop');
    expect(pageErrors).toEqual([]);
  },
);

describe('frames have the ratio of the shop’s pictures', () => {
  const ratioOf = (box: { width: number; height: number } | null) => (box ? box.width / box.height : 0);

  test('in lists and on product pages', async ({ page }) => {
    await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
    expect(ratioOf(await page.locator('main .card .picture').first().boundingBox())).toBeCloseTo(1, 1);
    await page.goto(`${shop.url}/products/mug-1`, { waitUntil: 'load' });
    const frame = await page.locator('.views .picture').first().boundingBox();
    expect(ratioOf(frame)).toBeCloseTo(1, 1);
    expect(frame?.width).toBeLessThanOrEqual(phone.width);
    const background = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background('.views .picture')).toBe('rgba(0, 0, 0, 0)');
  });

  test('unless the owner sets another', async ({ page }) => {
    await shop.store('theme', 'set', 'picture_ratio=3:4');
    // Other servers of the shop hear of a setting within a second.
    await expect
      .poll(async () => {
        await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
        return ratioOf(await page.locator('main .card .picture').first().boundingBox());
      })
      .toBeCloseTo(0.75, 1);
    await shop.store('theme', 'set', 'picture_ratio=');
  });
});

test('the search suggests what this shop has, or what its owner sets', async ({ page }) => {
  const suggested = async () => {
    await page.goto(shop.url, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const chips = page.locator('#search-panel .chip');
    await chips.first().waitFor();
    return chips.allInnerTexts();
  };
  expect(await suggested()).toEqual(['Mugs', 'Plates']);
  await shop.store('theme', 'set', 'search_terms=Blue mug, Gifts');
  await expect.poll(suggested).toEqual(['Blue mug', 'Gifts']);
  await page.getByRole('button', { name: 'Gifts' }).click();
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('Gifts');
});

desktopTest(
  'the owner’s home page, line and menu are shown; a medium screen has the menu behind its button',
  async ({ page, pageErrors }) => {
    const home = join(shop.dataDir, 'home.json');
    writeFileSync(
      home,
      JSON.stringify({
        announcement: 'Diwali gifts',
        sections: [{ type: 'products', title: 'Plates first', sub_category: 'Plates' }],
      }),
    );
    const menu = join(shop.dataDir, 'menu.json');
    writeFileSync(menu, JSON.stringify([{ label: 'Only plates', link: '/shop?categories=plates' }]));
    await shop.store('home', home);
    await shop.store('menu', menu);
    await page.goto(shop.url, { waitUntil: 'load' });
    expect(await page.locator('.strip').innerText()).toMatch(/Diwali gifts|Demo shop/);
    expect(await page.locator('main h2').allInnerTexts()).toEqual(['Plates first']);
    const main = page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link', { name: 'Only plates' }).getAttribute('href')).toContain('plates');
    await page.setViewportSize({ width: 1100, height: 700 });
    expect(await main.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1100);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Only plates' }).click();
    await page.waitForURL(/plates/);
    expect(pageErrors).toEqual([]);
  },
);
