import type { Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';
import { SCROLL_SMOOTHING_SECONDS, SMOOTH_SCROLL_RESET_MS } from '#lib/site/timings.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: desktop });
const movingTest = test.extend('pageOptions', { viewport: desktop, reducedMotion: 'no-preference' });
const lowTest = test.extend('pageOptions', { viewport: { width: 1440, height: 600 } });

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
/** Changes the hash as a script or the address bar does, without a click on a link. */
const goToHash = (page: Page, hash: string) =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);

describe('a change of the hash', () => {
  test('scrolls to the element with that id in any script, and to the top when there is none', async ({ page }) => {
    await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
    const end = await page.evaluate(() => {
      const footer = document.querySelector('footer') as HTMLElement;
      footer.id = 'footer';
      (footer.querySelector('p') as HTMLElement).id = 'पता';
      return Math.round(document.documentElement.scrollHeight - innerHeight);
    });
    expect(end).toBeGreaterThan(200);
    await goToHash(page, 'footer');
    await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
    await goToHash(page, 'nothing-here');
    await expect.poll(() => scrolled(page)).toBe(0);
    await goToHash(page, 'पता');
    await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
    await goToHash(page, '%E0%A4%A');
    await expect.poll(() => scrolled(page)).toBe(0);
  });

  movingTest(
    `scrolls smoothly, and smooth scrolling is switched off again after ${SMOOTH_SCROLL_RESET_MS} ms`,
    async ({ page }) => {
      await page.clock.install();
      await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
      await page.clock.pauseAt(Date.now() + 60_000);
      const gliding = () => page.evaluate(() => document.documentElement.style.scrollBehavior);
      await goToHash(page, 'content');
      expect(await gliding()).toBe('smooth');
      await page.clock.runFor(SMOOTH_SCROLL_RESET_MS - 1);
      expect(await gliding()).toBe('smooth');
      await page.clock.runFor(1);
      expect(await gliding()).toBe('');
      await goToHash(page, 'nothing-here');
      await page.clock.runFor(SMOOTH_SCROLL_RESET_MS - 100);
      await goToHash(page, 'content');
      await page.clock.runFor(SMOOTH_SCROLL_RESET_MS - 1);
      expect(await gliding()).toBe('smooth');
      await page.clock.runFor(1);
      expect(await gliding()).toBe('');
    },
  );

  test('does not scroll smoothly with reduced motion', async ({ page }) => {
    await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
    await goToHash(page, 'content');
    expect(await page.evaluate(() => document.documentElement.style.scrollBehavior)).toBe('');
  });
});

describe('a change of the query', () => {
  lowTest('scrolls the page and the filters to the top, but not after a click on a link or a checkbox', async ({ page }) => {
    await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
    // Without the browser's own: it follows the products when the line of active filters comes above them.
    await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
    const places = () => page.evaluate(() => [Math.round(scrollY), document.getElementById('filters')?.scrollTop]);
    const put = () =>
      page.evaluate(() => {
        scrollTo(0, 150);
        document.getElementById('filters')?.scrollTo(0, 30);
      });
    /** Clicks without scrolling to the element, as Playwright does. */
    const click = (target: Locator) => target.evaluate((element: HTMLElement) => element.click());
    const products = () => page.locator('main .count').innerText();
    const everything = await products();

    await put();
    await click(page.getByRole('checkbox', { name: 'In stock', exact: true }));
    await expect.poll(products).not.toBe(everything);
    expect(await places()).toEqual([150, 30]);

    await put();
    await page.getByLabel('Sort by').selectOption('price_asc');
    await expect.poll(() => page.url()).toContain('sort_by=price_asc');
    await expect.poll(places).toEqual([0, 0]);

    await put();
    await click(page.getByRole('list', { name: 'Active filters' }).getByRole('link').first());
    await expect.poll(products).toBe(everything);
    expect(await places()).toEqual([150, 30]);

    // A click affects one navigation only.
    await page.getByLabel('Sort by').selectOption('price_desc');
    await expect.poll(() => page.url()).toContain('sort_by=price_desc');
    await expect.poll(places).toEqual([0, 0]);
  });
});

test('a new page starts at the top', async ({ page }) => {
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.waitForURL('**/faq');
  expect(await scrolled(page)).toBe(0);
});

describe('a mouse wheel', () => {
  movingTest(`scrolls the page smoothly, over ${SCROLL_SMOOTHING_SECONDS} seconds`, async ({ page, pageErrors }) => {
    await page.clock.install();
    await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
    await page.mouse.move(700, 500);
    // Upwards at the top: this wheel event loads the script and scrolls nothing.
    await page.mouse.wheel(0, -10);
    await page.waitForFunction(() => document.documentElement.classList.contains('lenis'));
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => document.documentElement.classList.contains('lenis-scrolling'));
    // The remaining distance halves with every tenth of the duration.
    await page.clock.runFor((SCROLL_SMOOTHING_SECONDS * 1000) / 5);
    expect(Math.abs((await scrolled(page)) - 300)).toBeLessThan(20);
    await page.clock.runFor(SCROLL_SMOOTHING_SECONDS * 1000);
    expect(await scrolled(page)).toBe(400);
    expect(pageErrors).toEqual([]);
  });

  test('scrolls natively with reduced motion', async ({ page }) => {
    await page.goto(`${shop.url}/terms-use`, { waitUntil: 'load' });
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => scrolled(page)).toBe(100);
    expect(await page.evaluate(() => document.documentElement.classList.contains('lenis'))).toBe(false);
  });
});

test('a search in the address of any page runs at once', async ({ page }) => {
  for (const path of ['/', '/faq']) {
    await page.goto(`${shop.url}${path}?search=%20denim%20`);
    await page.waitForURL((url) => url.pathname === '/shop' && url.searchParams.get('search') === 'denim');
    await page.getByRole('heading', { name: 'Results for “denim”' }).waitFor();
  }
  await page.goto(`${shop.url}/faq?search=%20`);
  await page.getByRole('heading', { name: 'FAQ', exact: true }).waitFor();
});
