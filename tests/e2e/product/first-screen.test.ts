import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect } from 'vitest';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { storedCartLines } from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** Width and height of the test pictures, in turn: the middle one of their ratios makes the shop's frames square. */
const shapes = [
  [1200, 500],
  [400, 1200],
  [600, 800],
  [800, 800],
] as const;
const PICTURES = 12;
const smallPhone = { width: 360, height: 740 };

const { shop, test } = await useShop(startSmallShop(), { viewport: { width: 1366, height: 768 } });
const touchTest = test.extend('pageOptions', { hasTouch: true, isMobile: true });
const freshTest = test.extend('pageOptions', { emptyCache: true });
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-pictures-'));
  const rows = [
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src',
  ];
  const colours = ['Navy,999.00,1999.00,2', 'Rust,1099.00,1999.00,40', 'Sand,999.00,1999.00,0'];
  for (let i = 0; i < PICTURES; i++) {
    const [width, height] = shapes[i % shapes.length] ?? [600, 800];
    await sharp({ create: { width, height, channels: 3, background: { r: 20 * i, g: 90, b: 120 } } })
      .jpeg()
      .toFile(join(folder, `${i}.jpg`));
    rows.push(
      [
        'scarf',
        i ? '' : 'Long Wool Scarf with a Fringe',
        i ? '' : 'Scarves',
        i ? '' : 'Colour',
        colours[i] ?? ',,,',
        `${i}.jpg`,
      ].join(),
    );
  }
  writeFileSync(join(folder, 'scarves.csv'), rows.join('\n'));
  await shop.store('import', join(folder, 'scarves.csv'), '--pictures', folder);
  rmSync(folder, { recursive: true, force: true });
});

async function openScarf(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(`${shop.url}/products/scarf`, { waitUntil: 'networkidle' });
}

const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

describe('pictures', () => {
  freshTest.for([
    [360, 640],
    [740, 360],
    [768, 1024],
    [1366, 768],
  ] as const)('of any shape are whole, in a square frame that fits the screen of %i × %i', async ([width, height], { page }) => {
    await page.setViewportSize({ width, height });
    const shifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/scarf`, { waitUntil: 'networkidle' });
    const frame = await boxOf(page, '.views > li');
    expect(frame.width / frame.height).toBeCloseTo(1, 2);
    const header = await boxOf(page, '.site-header');
    expect(frame.height).toBeLessThan(height - header.height);
    for (const i of [0, 1]) {
      const image = page.locator('.views > li').nth(i).locator('picture img');
      expect(await image.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
      expect(await page.locator('.views > li').nth(i).locator('.colour').count()).toBe(2);
    }
    expect(await shifts()).toEqual([]);
  });

  test('have their place when only a part of the document has arrived', async ({ page }) => {
    const placeOf = async () => {
      await page.goto(`${shop.url}/products/scarf`);
      const { x, y, width, height } = await boxOf(page, '.views > li');
      return { x, y, width, height };
    };
    const whole = await placeOf();
    await page.route('**/products/scarf', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const part = html.slice(0, html.indexOf('<div class="product-info"'));
      expect(part.length).toBeGreaterThan(1000);
      await route.fulfill({ response, body: part });
    });
    expect(await placeOf()).toEqual(whole);
    expect(await page.locator('.product-info').count()).toBe(0);
  });

  touchTest.for([320, 360])(
    'twelve of them do not widen a phone’s page of %i px, and their number is shown',
    async (width, { page }) => {
      await openScarf(page, { width, height: 640 });
      const shown = () => page.locator('.view-number').innerText();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await shown()).toBe('1 / 12');
      const views = page.locator('.views');
      await views.evaluate((list) =>
        list.scrollTo({ left: (list.children[4] as HTMLElement).offsetLeft - (list.children[0] as HTMLElement).offsetLeft }),
      );
      await expect.poll(shown).toBe('5 / 12');
      await views.evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
      await expect.poll(shown).toBe('12 / 12');
    },
  );

  touchTest('that are partly visible come into view when pressed, and are enlarged after that', async ({ page }) => {
    await openScarf(page, smallPhone);
    const { right, top } = await boxOf(page, '.views > li');
    await page.touchscreen.tap(right + 40, top + 40);
    await expect.poll(async () => Math.round((await boxOf(page, '.views > li:nth-child(2)')).left)).toBeLessThan(40);
    expect(await page.locator('.zoomed[open]').count()).toBe(0);
    await page.touchscreen.tap(100, top + 40);
    await page.locator('.zoomed[open]').waitFor();
  });

  test('are all in the page of a wide screen, without a number', async ({ page }) => {
    await openScarf(page, desktop);
    const views = page.locator('.views');
    expect(await views.locator('li:visible').count()).toBe(PICTURES);
    expect(await views.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
    expect(await page.locator('.view-number').isVisible()).toBe(false);
  });
});

describe('the first screen of a phone', () => {
  touchTest('has the price above a bar with the price, and a choice headed by the name of the owner’s file', async ({ page }) => {
    await openScarf(page, smallPhone);
    const bar = await boxOf(page, '.buy-bar');
    expect(bar.bottom).toBe(smallPhone.height);
    expect((await boxOf(page, '.buy-price')).bottom).toBeLessThanOrEqual(bar.top);
    await page.getByRole('group', { name: 'Colour', exact: true }).waitFor();
    expect(await page.locator('.bar-price').innerText()).toBe('From ₹999.00\n50% off');
    await page.getByRole('radio', { name: 'Rust' }).check();
    await expect.poll(() => page.locator('.bar-price').innerText()).toBe('₹1,099.00\n45% off');
  });

  touchTest('asks for the choice in a sheet, and what is pressed there goes into the cart', async ({ page, pageErrors }) => {
    await openScarf(page, smallPhone);
    const buy = page.getByRole('button', { name: 'Add to cart' });
    const sheet = page.getByRole('dialog', { name: 'Choose a colour' });
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await buy.tap();
    await sheet.waitFor();
    expect(await sheet.getByRole('button', { name: 'Sand Sold out' }).isDisabled()).toBe(true);
    expect(await axeViolations(page, 'the sheet')).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => buy.evaluate((button) => button === document.activeElement)).toBe(true);
    // Chromium ignores a tap while the page still scrolls, so the second one is a key.
    await buy.press('Enter');
    await sheet.getByRole('button', { name: 'Rust ₹1,099.00' }).tap();
    const popup = page.getByRole('dialog', { name: /^Your cart/ });
    await popup.waitFor();
    await popup.getByText('Colour: Rust').waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Long Wool Scarf with a Fringe Rust']);
    expect(pageErrors).toEqual([]);
  });

  test('asks at the choice on a wide screen, and tells what is left of it', async ({ page }) => {
    await openScarf(page, desktop);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('alert').filter({ hasText: 'Please choose a colour first' }).waitFor();
    await page.getByRole('radio', { name: 'Navy' }).check();
    await page.getByRole('status').getByText('Only 2 left in colour Navy', { exact: true }).waitFor();
  });
});
