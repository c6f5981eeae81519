import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { observeLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

// A shop with a configuration of its own is built first.
const config = fileURLToPath(new URL('../../fixtures/extended-shop/shop.config.ts', import.meta.url));
const { shop, test } = await useShop(startShop(newDataDir(inject('smallTemplate')), { SHOP_CONFIG: config }), {
  viewport: desktop,
});

const loaded = (page: Page) =>
  page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
      .filter((family) => !family.startsWith('Fallback')),
  );

test.for([phone, desktop])('fonts that come late move nothing, and are shown later: $width × $height', async (viewport) => {
  const { page } = await openPage({ viewport, hasTouch: viewport === phone, emptyCache: true });
  await page.addInitScript(observeLayoutShifts);
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  for (const path of ['/', '/shop', '/products/plain-tee']) {
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts), path).toEqual([]);
  }
  await page.unroute('**/*.woff2');
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
      return loaded(page);
    })
    .toEqual(expect.arrayContaining(['Shop text', 'Shop title']));
});

test('the fallback of each takes the height of the font, and its width to a few percent', async ({ skip, page }) => {
  await page.goto(shop.url, { waitUntil: 'networkidle' });
  const sizes = await page.evaluate(async () => {
    const text = 'Handloom cotton saree with zari border, red and gold, in stock and delivered to your door in four days';
    const measure = async (family: string) => {
      const span = Object.assign(document.createElement('span'), { textContent: text });
      span.style.cssText = `position:absolute;white-space:nowrap;font:400 16px/normal "${family}"`;
      document.body.append(span);
      const faces = await document.fonts.load(`16px "${family}"`).catch(() => []);
      const { width, height } = span.getBoundingClientRect();
      span.remove();
      return { width, height, isThere: faces.some(({ status }) => status === 'loaded') };
    };
    return Promise.all(['Shop text', 'Fallback', 'Shop title', 'Fallback title'].map(measure));
  });
  skip(!sizes.every(({ isThere }) => isThere), 'this machine has no font of the fallbacks');
  for (const [font, fallback] of [sizes.slice(0, 2), sizes.slice(2)] as [(typeof sizes)[0], (typeof sizes)[0]][]) {
    expect(Math.abs(font.height - fallback.height)).toBeLessThanOrEqual(1);
    expect(fallback.width / font.width).toBeGreaterThan(0.94);
    expect(fallback.width / font.width).toBeLessThan(1.06);
  }
});

test('text has the one font, titles the other', async ({ page }) => {
  await page.goto(`${shop.url}/products/plain-tee`);
  const family = (selector: string) =>
    page.evaluate((found) => getComputedStyle(document.querySelector(found) as Element).fontFamily, selector);
  expect(await family('body')).toMatch(/^"Shop text", -apple-system, Fallback, /);
  expect(await family('h1')).toMatch(/^"Shop title", "Fallback title", /);
});
