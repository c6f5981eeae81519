import { join } from 'node:path';
import type { Page } from 'playwright';

/** The output folder. */
export const screenshotFolder = join('test-results', 'screens');

/** Captures the full page; scrolls through it first to load lazy content. */
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

/** Captures the viewport after all animations. */
export async function captureViewport(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
}
