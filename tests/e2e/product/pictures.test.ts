import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { FIRST_PICTURE_MS } from '#lib/site/timings.ts';
import { LAZY_IMAGE_VISIBLE } from '#lib/site/ui-thresholds.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: phone, emptyCache: true });

/** A picture of the listing far below the fold. */
const far = (page: Page) => page.locator('main .card > .picture').nth(14);
const picture = (page: Page) => far(page).locator('> picture > img');

/** Scrolls until this share of the frame is visible. */
const show = (page: Page, share: number) =>
  far(page).evaluate(async (frame, part) => {
    const { top, height } = frame.getBoundingClientRect();
    scrollTo({ top: scrollY + top - innerHeight + height * part, behavior: 'instant' });
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
  }, share);

/** The overlay of the frame before the picture is loaded: a spinner without text. */
const mark = (page: Page) =>
  far(page).evaluate((frame) => {
    const { content, borderRadius, display } = getComputedStyle(frame, '::before');
    return { text: content, round: borderRadius === '50%', shown: display !== 'none' && content !== 'none' };
  });

test(`a picture loads once ${LAZY_IMAGE_VISIBLE * 100} % of it is visible, with a spinner until then`, async ({
  page,
  pageErrors,
}) => {
  const asked = new Set<string>();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/media/**', async (route) => {
    asked.add(new URL(route.request().url()).pathname);
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${shop.url}/shop`, { waitUntil: 'domcontentloaded' });
  const file = present(await picture(page).getAttribute('src'));
  const isAsked = () => asked.has(new URL(file, shop.url).pathname);

  await show(page, LAZY_IMAGE_VISIBLE - 0.05);
  expect([isAsked(), (await mark(page)).shown]).toEqual([false, false]);
  await show(page, LAZY_IMAGE_VISIBLE + 0.05);
  await expect.poll(isAsked).toBe(true);
  expect(await mark(page)).toEqual({ text: '""', round: true, shown: true });
  release();
  await expect.poll(() => mark(page)).toMatchObject({ shown: false });
  expect(await picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(pageErrors).toEqual([]);
});

test.for([
  { width: 360, deviceScaleFactor: 3 },
  { width: 393, deviceScaleFactor: 2.75 },
  { width: 412, deviceScaleFactor: 1.75 },
  { width: 412, deviceScaleFactor: 2.625 },
])(
  'no later picture of a list is larger than its first, for which the others wait: $width px at $deviceScaleFactor',
  async ({ width, deviceScaleFactor }) => {
    const { page } = await openPage({ viewport: { width, height: 823 }, deviceScaleFactor, isMobile: true });
    await page.addInitScript(() => {
      const largest: string[] = [];
      Object.assign(window, { largest });
      new PerformanceObserver((list) => {
        for (const { url } of list.getEntries() as LargestContentfulPaint[]) if (url) largest.push(url);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    for (const path of ['/shop', '/categories']) {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      const loaded = () =>
        page
          .locator('main .picture img')
          .evaluateAll((all: HTMLImageElement[]) => all.filter(({ naturalWidth }) => naturalWidth > 0).length);
      await expect.poll(loaded, { message: path }).toBeGreaterThan(3);
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      const first = await page.locator('main img[fetchpriority]').evaluate((image: HTMLImageElement) => image.currentSrc);
      const largest = await page.evaluate(() => (window as unknown as { largest: string[] }).largest);
      expect(new Set(largest), path).toEqual(new Set([first]));
    }
  },
);

test('a picture that fails to load shows its alternative text', async ({ page }) => {
  await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  await show(page, 1);
  const name = await page.locator('main .card h3').nth(14).innerText();
  await expect.poll(() => mark(page)).toEqual({ text: `"${name}"`, round: false, shown: true });
  expect(await picture(page).evaluate((image) => getComputedStyle(image).visibility)).toBe('hidden');
});

test('a missing picture has a placeholder, without a request', async ({ page, pageErrors }) => {
  const bare = await smallShop();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && !request.url().startsWith('data:')) asked.push(request.url());
  });
  for (const path of ['/', '/shop', '/categories', '/products/plain-tee', '/products/long-wallet']) {
    await page.goto(bare.url + path, { waitUntil: 'networkidle' });
    const frames = page.locator('main .picture:visible');
    expect(await frames.count(), path).toBeGreaterThan(0);
    for (const frame of await frames.all()) {
      const { isCategory, letter, drawing } = await frame.evaluate((element) => ({
        isCategory: element.matches('.rounds .picture, .tiles .picture'),
        letter: getComputedStyle(element, '::before').content,
        drawing: getComputedStyle(element, '::after').maskImage,
      }));
      expect(isCategory ? letter : drawing, path).toMatch(isCategory ? /^"[A-Z]"$/ : /^url\("data:image\/svg/);
    }
    expect(await page.locator('main img[src=""], main img:not([src])').count(), path).toBe(0);
  }
  expect(await page.locator('main [data-viewed] .card').count()).toBe(1);
  expect(asked.filter((address) => !address.endsWith('/favicon.svg'))).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/**
 * Starts a shop with three products, each with a photograph and a category of its own, and two designs of a fourth, whose names are no
 * colours, so that small photographs of one lead to it from the other.
 */
async function startPhotographShop(): Promise<RunningShop> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-photographs-'));
  const dataDir = newDataDir();
  const rows = ['Handle,Title,Type,Variant Price,Image Src,Group,Option1 Name,Option1 Value'];
  for (const name of ['Cap', 'Bag', 'Belt', 'Fern', 'Palm']) {
    const size = { width: 45, height: 60, channels: 3, background: '#3a6b5c' } as const;
    const noise = { type: 'gaussian', mean: name.length * 30, sigma: 20 } as const;
    // Enlarged, because noise of single pixels takes an encoder ten times as long as a photograph.
    const small = await sharp({ create: { ...size, noise } })
      .png()
      .toBuffer();
    await sharp(small)
      .resize({ width: 900, height: 1200 })
      .jpeg()
      .toFile(join(folder, `${name}.jpg`));
    const design = ['Fern', 'Palm'].includes(name) ? `Leaves,Colour,${name}` : ',,';
    rows.push(`${name},${name},${name}s,499,${name}.jpg,${design}`);
  }
  writeFileSync(join(folder, 'products.csv'), rows.join('\n'));
  await runStore(dataDir, 'import', join(folder, 'products.csv'), '--pictures', folder);
  // Makes all files of the pictures first, which the running shop would do later.
  await runStore(dataDir, 'export', join(folder, 'exported.csv'), '--pictures', join(folder, 'exported'));
  rmSync(folder, { recursive: true });
  return startShop(dataDir);
}

test('photographs arrive in one format and width, AVIF as wide as shown, the first before anything else, each over its colours', async () => {
  const photographs = await startPhotographShop();
  onTestFinished(photographs.stop);
  for (const path of ['/', '/shop', '/categories', '/products/cap', '/products/fern']) {
    const { page, pageErrors } = await openPage({ viewport: phone, emptyCache: true });
    // The longest that everything waits would come too early on a busy machine.
    await page.addInitScript((longest) => {
      const { setTimeout } = window;
      Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === longest ? 0 : setTimeout(run, ms)) });
    }, FIRST_PICTURE_MS);
    const requested: string[] = [];
    const held: (() => void)[] = [];
    const others: string[] = [];
    page.on('request', (request) => {
      const isExpected = request.resourceType() === 'document' || request.url().includes('/media/');
      if (!isExpected && !request.url().startsWith('data:image/svg')) others.push(request.url());
    });
    await page.route('**/media/**', async (route) => {
      requested.push(new URL(route.request().url()).pathname);
      if (requested.length === 1) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(photographs.url + path, { waitUntil: 'commit' });
    await page.waitForLoadState('domcontentloaded');
    await expect.poll(() => held.length, { message: path }).toBe(1);
    // Painted without the picture: nothing else is requested.
    await page.evaluate(
      () => new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
    );
    await page.waitForTimeout(500);
    expect([requested.length, others], path).toEqual([1, []]);
    const first = page.locator('main picture img[fetchpriority]');
    expect(await first.getAttribute('fetchpriority'), path).toBe('high');
    expect(await first.getAttribute('loading'), path).toBeNull();
    held[0]?.();
    const isLoaded = () => first.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    await expect.poll(isLoaded, { message: path }).toBe(true);
    expect(requested[0], path).toBe(await first.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname));
    await page.waitForLoadState('networkidle');
    expect(new Set(requested.map((file) => file.split('.').at(-1))), path).toEqual(new Set(['avif']));
    // One width of each. Two rows show the same picture: with routes, Chromium's HTTP cache is off, so it may be requested again.
    const photographsOf = (files: Iterable<string>) => [...new Set(files)].map((file) => file.replace(/-\d+\.\w+$/, ''));
    expect(new Set(photographsOf(requested)).size, path).toBe(photographsOf(requested).length);
    // Chromium also loads a fallback with srcset, although it shows a source.
    expect(await page.locator('picture:has(source) img[srcset]').count(), path).toBe(0);
    const { slot, width, placeholder } = await first.evaluate((image: HTMLImageElement) => {
      const colours = image.closest('.picture')?.querySelectorAll('.colour') ?? [];
      const placeholder = [...colours].map((half) =>
        getComputedStyle(half).backgroundImage !== 'none' ? 'gradient' : half.getAttribute('color'),
      );
      return { slot: image.naturalWidth, width: image.clientWidth, placeholder };
    });
    expect(Math.abs(slot / width - 1), path).toBeLessThan(0.1);
    expect(placeholder, path).toEqual([expect.stringMatching(/^#[\da-f]{3}$/), 'gradient']);
    // Everything else has come since.
    await expect.poll(() => others.length, { message: path }).toBeGreaterThan(2);
    expect(pageErrors).toEqual([]);
  }
}, 180_000);
