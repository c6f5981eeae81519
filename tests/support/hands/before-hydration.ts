import type { Page } from 'playwright';
import { translatePage } from '#tests/support/translate-page.ts';

/** Delays the islands' scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Puts an icon beside each field and button, as password managers and price histories do. */
const addIcons = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const control of document.querySelectorAll('astro-island :is(input, button)'))
      control.after(Object.assign(document.createElement('span'), { className: 'extension-icon' }));
  });

/** What changes a page before its islands are hydrated, so that React builds them again. */
export const pageChanges: readonly (readonly [by: string, change: (page: Page) => Promise<unknown>])[] = [
  ['a translator', translatePage],
  ['a translator, twice', async (page) => [await translatePage(page), await translatePage(page)]],
  ['an extension', addIcons],
];
