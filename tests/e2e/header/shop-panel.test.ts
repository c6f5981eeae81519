import type { Page } from 'playwright';
import { expect } from 'vitest';
import { CAROUSEL_AUTOPLAY_MS, DROPDOWN_CLOSE_MS } from '#lib/site/timings.ts';
import { anyCategory } from '#tests/support/browser/addresses.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: desktop });
const movingTest = test.extend('pageOptions', { viewport: desktop, reducedMotion: 'no-preference' as const });

/** Opens the Shop panel, and returns a function that names the categories that are completely visible. */
async function openPanel(page: Page) {
  await page.goto(shop.url, { waitUntil: 'load' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop', exact: true }).hover();
  await page.locator('.carousel .swiper-initialized').waitFor();
  return () =>
    page.evaluate(() => {
      const port = document.querySelector('.carousel .views-port')?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll<HTMLElement>('.carousel li')]
        .filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return left >= port.left - 1 && right <= port.right + 1;
        })
        .map((slide) => slide.innerText.trim());
    });
}

test('the Shop link opens a panel with eight categories, each with its picture and its link', async ({ page, pageErrors }) => {
  const inView = await openPanel(page);
  expect((await inView()).length).toBe(8);
  const first = page.locator('.carousel li a').first();
  expect(await first.getAttribute('href')).toMatch(anyCategory);
  const isLoaded = () => first.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isLoaded).toBe(true);
  expect(pageErrors).toEqual([]);
});

movingTest(
  'it advances every three seconds, but not under the pointer',
  async ({ page }) => {
    const inView = await openPanel(page);
    const before = await inView();
    await expect.poll(async () => (await inView())[0], { timeout: CAROUSEL_AUTOPLAY_MS + 2500 }).toBe(before[1]);
    await page.locator('.carousel li').nth(4).hover();
    // A slide that has begun ends.
    await page.waitForFunction(() => !document.querySelector('.carousel')?.getAnimations({ subtree: true }).length);
    const resting = await inView();
    await page.waitForTimeout(CAROUSEL_AUTOPLAY_MS + 600);
    expect(await inView()).toEqual(resting);
  },
  180_000,
);

test('its buttons scroll it and wrap around', async ({ page }) => {
  const inView = await openPanel(page);
  const before = await inView();
  await page.getByRole('button', { name: 'Previous categories' }).click();
  await expect.poll(async () => (await inView())[1]).toBe(before[0]);
  await page.getByRole('button', { name: 'Next categories' }).click();
  await expect.poll(inView).toEqual(before);
});

test('it closes 300 ms after the pointer leaves, and opens and closes by keyboard', async ({ page }) => {
  await openPanel(page);
  const panel = page.locator('.mega-panel');
  await page.mouse.move(desktop.width / 2, desktop.height - 20);
  await page.waitForTimeout(DROPDOWN_CLOSE_MS / 2);
  await panel.waitFor();
  await panel.waitFor({ state: 'hidden' });
  const toggle = page.locator('.mega summary');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.carousel') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true);
});
