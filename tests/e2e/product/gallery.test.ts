import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { launch } from '#tests/support/browser/chromium/launch.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** Width and height of the photographs: 3:2, 1:1, 2:3 and that of the frames. */
const shapes = [
  [1500, 1000],
  [1000, 1000],
  [1000, 1500],
  [900, 1200],
] as const;
const smallPhone = { width: 360, height: 740 };
/** The backdrop of each, which reaches its edges. */
const backdrop = '#f0e8dc';

const { shop, test } = await useShop(startSmallShop(), {
  viewport: smallPhone,
  hasTouch: true,
  isMobile: true,
  emptyCache: true,
});
const freshDesktopTest = test.extend('pageOptions', { viewport: desktop, emptyCache: true });
const desktopTest = test.extend('pageOptions', { viewport: desktop });
const plainDesktopTest = test.extend('pageOptions', { viewport: desktop, javaScriptEnabled: false });
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-gallery-'));
  const rows = ['Handle,Title,Type,Variant Price,Variant Inventory Qty,Image Src'];
  for (const [i, [width, height]] of shapes.entries()) {
    const subject = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#203060' } })
      .png()
      .toBuffer();
    await sharp({ create: { width, height, channels: 3, background: backdrop } })
      .composite([{ input: subject }])
      .composite([{ input: subject, gravity: 'centre' }])
      .jpeg()
      .toFile(join(folder, `${i}.jpg`));
    rows.push(['kurta', i ? '' : 'Festive Kurta', i ? '' : 'Kurtas', i ? '' : '999', i ? '' : '5', `${i}.jpg`].join());
  }
  rows.push('alone,Kurta Alone,Kurtas,999,5,0.jpg');
  writeFileSync(join(folder, 'kurtas.csv'), rows.join('\n'));
  await shop.store('theme', 'set', 'picture_ratio=3:4');
  await shop.store('import', join(folder, 'kurtas.csv'), '--pictures', folder);
  rmSync(folder, { recursive: true, force: true });
});

const openKurta = (page: Page) => page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

const fullScreen = (page: Page) => page.getByRole('dialog', { name: 'Pictures of Festive Kurta' });
const numberOf = (page: Page) => fullScreen(page).getByRole('status');

describe('the gallery', () => {
  test('has pictures of 77 % of a phone’s width in the frames of the shop, so much of the next one that it loads, and says which is shown', async ({
    page,
  }) => {
    const shifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    const [first, second] = await boxesOf(page, '.views > li');
    expect(first?.width).toBeCloseTo(0.77 * smallPhone.width, 0);
    expect((first?.width ?? 0) / (first?.height ?? 1)).toBeCloseTo(0.75, 2);
    expect(second?.left).toBeLessThan(smallPhone.width - 50);
    const next = page.locator('.views img').nth(1);
    await expect.poll(() => next.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    const frame = page.locator('.views > li').nth(2);
    await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
    const number = page.locator('.view-number');
    expect(await number.innerText()).toBe('1 / 4');
    const views = page.locator('.views');
    for (const [i, shown] of ['1 / 4', '2 / 4', '3 / 4', '4 / 4'].entries()) {
      await views.evaluate((list, to) => {
        const [start, wanted] = [list.children[0], list.children[to]] as [HTMLElement, HTMLElement];
        list.scrollTo({ left: wanted.offsetLeft - start.offsetLeft });
      }, i);
      await expect.poll(() => number.innerText()).toBe(shown);
    }
    expect(await shifts()).toEqual([]);
  });

  test('takes no room for its number before the styles that wait for the first picture', async ({ page }) => {
    await page.route(/\/_astro\/.*\.css/, (route) => route.abort());
    await page.goto(`${shop.url}/products/kurta`);
    const number = page.locator('.view-number');
    await number.waitFor({ state: 'attached' });
    expect(await number.evaluate((element) => getComputedStyle(element).position)).toBe('absolute');
  });

  test('fills what a photograph leaves of its frame with the colour of the photograph’s edge', async () => {
    const browser = await launch({ draws: true });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: smallPhone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    const [red = 0, green = 0, blue = 0] = [...(backdrop.match(/\w\w/g) ?? [])].map((hex) => Number.parseInt(hex, 16));
    for (const i of [0, 1, 2]) {
      const frame = page.locator('.views > li').nth(i);
      await frame.evaluate((element) => element.scrollIntoView({ inline: 'start', block: 'nearest' }));
      await expect.poll(() => frame.evaluate((element) => Math.round(element.getBoundingClientRect().left))).toBeLessThan(20);
      const image = frame.locator('picture img');
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
      expect(await image.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
      const pixels = sharp(await frame.screenshot()).removeAlpha();
      const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true });
      // In the middle of each side, clear of the round corners and of the number of the picture.
      for (const [x, y] of [
        [info.width / 2, 4],
        [info.width / 2, info.height - 5],
        [4, info.height / 2],
        [info.width - 5, info.height / 2],
      ] as const) {
        const at = 3 * (Math.floor(y) * info.width + Math.floor(x));
        const shown = [0, 1, 2].map((channel) => data[at + channel] ?? 0);
        const distance = Math.max(...[red, green, blue].map((value, channel) => Math.abs(value - (shown[channel] ?? 0))));
        expect(distance, `picture ${i} at ${x}, ${y} is ${shown}`).toBeLessThan(14);
      }
    }
  });

  freshDesktopTest('has two columns on a desktop, with the buy box in sight beside all of them', async ({ page }) => {
    const shifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    const [first, second, third] = await boxesOf(page, '.views > li');
    expect(second?.top).toBe(first?.top);
    expect(second?.left).toBeGreaterThan(first?.right ?? 0);
    expect([third?.left, third?.width]).toEqual([first?.left, first?.width]);
    expect(await shifts()).toEqual([]);
    await page.locator('.views > li').nth(3).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy({ top: 200, behavior: 'instant' }));
    const [button] = await boxesOf(page, '.add-to-cart');
    expect(button?.top).toBeGreaterThan(0);
    expect(button?.bottom).toBeLessThan(desktop.height);
  });
});

describe('the pictures over the whole screen', () => {
  test('open at the pressed one with their script and widest files, which are not loaded before', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    expect(requested.filter((path) => /full-screen|-1[02]00\.(?:avif|webp)/.test(path))).toEqual([]);
    const [, second] = await boxesOf(page, '.views > li');
    // One that is partly visible comes into view first.
    await page.touchscreen.tap((second?.left ?? 0) + 20, (second?.top ?? 0) + 80);
    await expect.poll(async () => (await boxesOf(page, '.views > li'))[1]?.left).toBeLessThan(40);
    expect(await page.locator('.zoomed').count()).toBe(0);
    await page.touchscreen.tap(150, (second?.top ?? 0) + 80);
    await fullScreen(page).waitFor();
    expect(await numberOf(page).innerText()).toBe('2 / 4');
    await expect.poll(() => requested.some((path) => path.includes('full-screen'))).toBe(true);
    await expect.poll(() => requested.some((path) => /-1000\.avif$/.test(path))).toBe(true);
    expect(await axeViolationsInThemes(page, 'pictures over the whole screen')).toEqual([]);
  });

  test('are swiped, and enlarged at the place of a double tap', async ({ page }) => {
    await openKurta(page);
    await page.locator('.zoom').first().tap();
    await fullScreen(page).waitFor();
    const list = fullScreen(page).getByRole('list');
    await expect.poll(() => list.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('auto');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: 320, y: 400 }]);
    for (let x = 300; x >= 40; x -= 20) await touch('touchMove', [{ x, y: 400 }]);
    await touch('touchEnd', []);
    await expect.poll(() => numberOf(page).innerText()).toBe('2 / 4');
    const slide = list.locator('li').nth(1);
    const magnified = () => slide.evaluate((element) => element.classList.contains('magnified'));
    await page.touchscreen.tap(340, 700);
    expect(await magnified()).toBe(false);
    await page.touchscreen.tap(340, 700);
    await expect.poll(magnified).toBe(true);
    const [left, width] = await slide.evaluate((element) => [element.scrollLeft, element.scrollWidth - element.clientWidth]);
    expect(width).toBeGreaterThan(600);
    expect(left).toBeGreaterThan(0.75 * (width ?? 0));
  });

  desktopTest(
    'follow arrow keys and buttons, and give the focus back to the link of the last one',
    async ({ page, pageErrors }) => {
      await openKurta(page);
      const enlarge = page.getByRole('link', { name: 'Enlarge picture 1', exact: true });
      await enlarge.focus();
      await page.keyboard.press('Enter');
      await fullScreen(page).waitFor();
      expect(await numberOf(page).innerText()).toBe('1 / 4');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => numberOf(page).innerText()).toBe('2 / 4');
      const next = fullScreen(page).getByRole('button', { name: 'Next picture' });
      for (const shown of ['3 / 4', '4 / 4']) {
        await next.click();
        await expect.poll(() => numberOf(page).innerText()).toBe(shown);
      }
      expect(await next.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Escape');
      await fullScreen(page).waitFor({ state: 'hidden' });
      const last = page.getByRole('link', { name: 'Enlarge picture 4' });
      await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true);
      await enlarge.click();
      await expect.poll(() => numberOf(page).innerText()).toBe('1 / 4');
      await fullScreen(page).getByRole('button', { name: 'Close picture' }).click();
      await expect.poll(() => enlarge.evaluate((link) => link === document.activeElement)).toBe(true);
      expect(pageErrors).toEqual([]);
    },
  );

  desktopTest('a single picture has no number and no arrows', async ({ page }) => {
    await page.goto(`${shop.url}/products/alone`, { waitUntil: 'networkidle' });
    await page.locator('.zoom').click();
    const dialog = page.getByRole('dialog', { name: 'Pictures of Kurta Alone' });
    await dialog.waitFor();
    expect(await dialog.getByRole('button').count()).toBe(1);
    expect(await dialog.getByRole('status').count()).toBe(0);
  });

  plainDesktopTest(
    'without script a picture’s link opens its file, as it does when the script does not come',
    async ({ page }) => {
      await page.goto(`${shop.url}/products/kurta`);
      const [, file] = [await page.locator('.zoom').nth(1).click(), new URL(page.url()).pathname];
      expect(file).toMatch(/^\/media\/.*\.jpg$/);
      const { page: scripted } = await openPage({ viewport: desktop });
      await openKurta(scripted);
      await scripted.route('**/full-screen-pictures*', (route) => route.abort());
      await scripted.locator('.zoom').nth(1).click();
      await scripted.waitForURL(`**${file}`);
    },
  );
});
