import { join } from 'node:path';
import type { Page } from 'playwright';

/** Where the photographs go. */
export const screenshotFolder = join('test-results', 'screens');

/** Photographs the page as it stands, whole: scrolls through it first, so that what loads when it is seen is loaded. */
export async function captureFullPage(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}

/** Photographs what is in view, with everything in its place. */
export async function captureViewport(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
}
