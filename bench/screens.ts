import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '#tests/e2e/chromium.ts';
import { newDataDir, type RunningShop, runStore, startShop } from '#tests/e2e/shop.ts';

const widths = [
  [360, 800],
  [768, 1024],
  [1440, 900],
] as const;

const themes: Record<string, string[]> = {
  light: [],
  dark: [
    'backgroundColor=#14161a',
    'headerBackgroundColor=#14161a',
    'topHeaderBackgroundColor=#0c0d10',
    'buttonBackgroundColor=#f2c14e',
    'footerBackgroundColor=#0c0d10',
    'bottomFooterBackgroundColor=#1b1e24',
  ],
};

const folder = join('test-results', 'screens');

/** The address of one product of the shop, found as a visitor finds it. */
async function someProduct(shop: RunningShop): Promise<string> {
  const listing = await (await fetch(`${shop.url}/shop`)).text();
  return /href="(\/products\/[^"]+)"/.exec(listing)?.[1] ?? '/not-found';
}

async function photograph(browser: Browser, shop: RunningShop, theme: string): Promise<void> {
  const product = await someProduct(shop);
  const screens = {
    home: '/',
    shop: '/shop',
    filtered: '/shop?categories=shirts&sort_by=price_asc&in_stock=1',
    search: '/shop?search=denim',
    empty: '/shop?search=zzzzzz',
    product,
    categories: '/categories',
    cart: '/cart',
    checkout: '/checkout',
    faq: '/faq',
    terms: '/terms-use',
    privacy: '/privacy-policy',
    missing: '/404',
  };
  for (const [width, height] of widths) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', hasTouch: width < 1000 });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
    }
    await context.close();
  }
}

/** Photographs every screen of the demo shop. Look at them. */
export async function takeScreens(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    for (const [theme, settings] of Object.entries(themes)) {
      if (settings.length > 0) await shop.store('theme', 'set', ...settings);
      await photograph(browser, shop, theme);
    }
    console.log(`Screens are in ${folder}`);
  } finally {
    await browser.close();
    await shop.stop();
  }
}
