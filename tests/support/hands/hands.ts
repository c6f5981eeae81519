import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { desktop, type PageOptions, phone } from '#tests/support/browser/test-page.ts';
import { rewrapPage, translatePage, untranslated, wrapTexts } from '#tests/support/translate-page.ts';
import { featuresAfter2022, removeFeatures } from './after-2022.ts';

/** A kind of browser, or of a person who uses it, that shoppers have and engineers do not. */
export interface Hand {
  name: string;
  options?: PageOptions;
  /** Prepares the page before its first address. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Changes the home page, which the visit begins with. */
  onHome?: (page: Page) => Promise<void>;
  /** Changes each later page once its islands are there. */
  onPage?: (page: Page) => Promise<void>;
  /** How a button is pressed, if not once. */
  press?: (button: Locator) => Promise<void>;
  /** What React reports about a page that was changed, and copes with. */
  error?: RegExp;
  /** How often a press on a stepper counts. */
  steps?: number;
}

/** Milliseconds before a shopper taps on what has just come. */
const LOOK_MS = 600;

/** Milliseconds between two taps of a thumb that doubts the first. */
const DOUBLE_TAP_MS = 120;

/** Taps twice on the same place of the screen, whatever is there the second time. */
async function tapTwice(button: Locator): Promise<void> {
  await button.waitFor();
  await sleep(LOOK_MS);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not on the page');
  const { touchscreen } = button.page();
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await touchscreen.tap(...place);
  await sleep(DOUBLE_TAP_MS);
  await touchscreen.tap(...place);
}

/** Translates each page of a tab as soon as it is parsed, before its modules run. */
const translateParsedPages = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const wrapTexts = ${wrapTexts};
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') wrapTexts(${JSON.stringify(untranslated)});
    });
  }`);

/** Runs in the page: saves products seen earlier, and fills the rest of local storage to the last character. */
function fillStorage(): void {
  const recentlyViewed = Array.from({ length: 12 }, (_, i) => ({ slug: `seen-${i}`, name: 'Seen '.repeat(200), picture: '' }));
  const saved = JSON.parse(localStorage.getItem('haat') ?? '{"v":1}');
  localStorage.setItem('haat', JSON.stringify({ ...saved, recentlyViewed }));
  for (let size = 1 << 20, i = 0; size >= 1; ) {
    try {
      localStorage.setItem(`filler${i}`, 'x'.repeat(size));
      i++;
    } catch {
      size >>= 1;
    }
  }
}

/** Runs in the page before its scripts: text of twice the size, as set in the browser. */
function doubleText(): void {
  const enlarge = () => {
    if (document.documentElement) document.documentElement.style.fontSize = '200%';
  };
  new MutationObserver((_, observer) => {
    enlarge();
    if (document.body) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** React's report that it has built an island again. */
const rebuilt = /Minified React error #418/;

export const hands: readonly Hand[] = [
  { name: 'translated before hydration', prepare: translateParsedPages, error: rebuilt },
  {
    name: 'translated live, twice, and by an extension that translates everything',
    // The product page is translated before it is touched.
    error: rebuilt,
    onPage: async (page) => {
      for (const translate of [translatePage, translatePage, rewrapPage]) await translate(page);
    },
  },
  { name: 'with a full storage', options: { viewport: desktop }, onHome: (page) => page.evaluate(fillStorage) },
  { name: 'without the features of 2023 and later', prepare: (page) => page.addInitScript(removeFeatures, featuresAfter2022) },
  { name: 'at 740 × 360', options: { viewport: { width: 740, height: 360 } } },
  { name: 'with text at 200 %', options: { viewport: phone }, prepare: (page) => page.addInitScript(doubleText) },
  { name: 'with each button double-tapped', options: { viewport: phone, hasTouch: true }, press: tapTwice, steps: 2 },
];
