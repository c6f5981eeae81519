import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { findProductWithSizes } from '#bench/measure/product.ts';
import type { Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { formatRange } from '#bench/measure/statistics.ts';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium/find-chromium.ts';

const ROUNDS = 5;

/** The longest wait after a tap in milliseconds: what it was before the modules waited for the first picture. */
const MAX_TAP_MS = 1576;

const FIRST_PAINT = 'tap at the first paint';
const SETTLED = 'tap on a settled page';
const PREFETCHED = 'listing to product, prefetched';
const SAVE_DATA = 'listing to product, Save-Data';

const phone = { width: 360, height: 800 };

/** A mid-range phone on a slow mobile network, as in Lighthouse: latency in milliseconds, bytes per second. */
const CPU_SLOWDOWN = 4;
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** How long the pointer rests on a link before the click, in milliseconds; browsers prefetch after 200. */
const HOVER_MS = 1000;

/** Time after which a page has loaded all it loads by itself, in milliseconds. */
const SETTLED_MS = 3000;

async function openSlowPage(browser: Browser, options: BrowserContextOptions): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, context };
}

/** Time from a tap on "Add to cart", `delayMs` after the first paint, until the sheet that asks for the size is there. */
async function measureTap(browser: Browser, url: string, delayMs: number): Promise<number> {
  const { page, context } = await openSlowPage(browser, { viewport: phone, hasTouch: true, isMobile: true });
  try {
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.waitForTimeout(delayMs);
    const tapped = performance.now();
    await page.locator('.add-to-cart').tap();
    await page.locator('.size-sheet').waitFor();
    return performance.now() - tapped;
  } finally {
    await context.close();
  }
}

/** Time from a click on a product in the listing until its page is painted. With Save-Data a page has no rules for prefetching. */
async function measureClick(browser: Browser, url: string, savesData: boolean): Promise<number> {
  const { page, context } = await openSlowPage(browser, {});
  if (savesData) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    const link = page.locator('.found .card a').first();
    await link.hover();
    await page.waitForTimeout(HOVER_MS);
    const clicked = Date.now();
    await Promise.all([page.waitForURL(/\/products\//), link.click()]);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const painted = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    return painted - clicked;
  } finally {
    await context.close();
  }
}

/** Prints how long a shopper waits on a slow phone: after the first tap, and from the listing to a product with and without prefetching. */
export async function benchTaps(): Promise<Row[]> {
  const times: Record<string, number[]> = {};
  await withDemoShop({}, async (shop) => {
    const product = shop.url + (await findProductWithSizes(shop));
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
    try {
      const measures: Record<string, () => Promise<number>> = {
        [FIRST_PAINT]: () => measureTap(browser, product, 0),
        [SETTLED]: () => measureTap(browser, product, SETTLED_MS),
        [PREFETCHED]: () => measureClick(browser, `${shop.url}/shop`, false),
        [SAVE_DATA]: () => measureClick(browser, `${shop.url}/shop`, true),
      };
      for (let round = 0; round < ROUNDS; round++)
        for (const [name, measure] of Object.entries(measures)) times[name] = [...(times[name] ?? []), await measure()];
      for (const [name, values] of Object.entries(times)) console.log(`${name.padEnd(32)} ${formatRange(values)} ms`);
    } finally {
      await browser.close();
    }
  });
  const { [FIRST_PAINT]: early = [], [SETTLED]: settled = [], [PREFETCHED]: prefetched = [], [SAVE_DATA]: fetched = [] } = times;
  return [
    { name: `${FIRST_PAINT}, ms`, measured: early, limit: settled, goal: { of: 'median', atMost: MAX_TAP_MS } },
    { name: `${PREFETCHED}, ms`, measured: prefetched, limit: fetched, goal: { of: 'ratio', atMost: 1 } },
  ];
}
