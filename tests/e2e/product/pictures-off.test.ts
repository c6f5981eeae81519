import { expect, test } from 'vitest';
import { FIRST_PICTURE_MS } from '#lib/site/timings.ts';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop } = await useDemoShop();
const browser = await useBrowser({ add: ['--blink-settings=imagesEnabled=false'] });

test('a page is interactive at once in a browser that loads no pictures', async () => {
  const page = await browser.newPage();
  // The page must not need the longest wait to be over.
  await page.addInitScript((longest) => {
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === longest ? 0 : setTimeout(run, ms)) });
  }, FIRST_PICTURE_MS);
  for (const path of ['/', '/shop']) {
    await page.goto(shop.url + path);
    expect(await page.locator('img[fetchpriority]').count(), path).toBeGreaterThan(0);
    const { styles = '' } = await page.evaluate(() => document.querySelector<HTMLElement>('script[data-styles]')?.dataset ?? {});
    const laterStyles = page.locator(`head > link[href="${styles}"]`);
    await expect.poll(() => laterStyles.count(), { message: path, timeout: 10_000 }).toBe(1);
  }
});
