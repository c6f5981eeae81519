import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { withDemoShop } from '#bench/measure/shop.ts';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium/find-chromium.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { noCheckoutLimitsByCommand } from '#tests/support/store/no-checkout-limits.ts';
import { captureAccount } from './account.ts';
import { captureFullPage, captureViewport, screenshotFolder } from './capture.ts';
import { createContactSheets } from './contact-sheets.ts';
import { capturePrepaid, capturePurchase } from './purchase.ts';
import { viewports } from './viewports.ts';

/** Viewport width from which the desktop layout is used, in pixels. */
const WIDE_PX = 1024;

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
  loud: [
    'backgroundColor=#fff200',
    'buttonBackgroundColor=#ff00aa',
    'headerBackgroundColor=#00c2ff',
    'topHeaderBackgroundColor=#7a00ff',
    'footerBackgroundColor=#ff3d00',
    'bottomFooterBackgroundColor=#00ff85',
  ],
};

const pages = {
  home: '/',
  shop: '/shop',
  filtered: '/shop?categories=shirts&sort_by=price_asc&in_stock=1',
  search: '/shop?search=denim',
  'nothing-found': '/shop?search=zzzzzz',
  categories: '/categories',
  'empty-cart': '/cart',
  'empty-checkout': '/checkout',
  'sign-in': '/signin',
  'sign-up': '/signup',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=unknown',
  faq: '/faq',
  terms: '/terms-use',
  privacy: '/privacy-policy',
  missing: '/404',
};

interface Panel {
  path: string;
  open: (page: Page) => Promise<unknown>;
  /** Restricts the panel to widths below (`narrow`) or from (`wide`) `WIDE_PX`. */
  only?: 'narrow' | 'wide';
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const openSearch = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();

const panels: Record<string, Panel> = {
  'panel-menu': {
    path: '/faq',
    only: 'narrow',
    open: async (page) => {
      await press(page, 'Menu');
      await page.locator('#menu summary').first().click();
    },
  },
  'panel-category': { path: '/faq', only: 'wide', open: (page) => page.locator('.dropdown > summary').hover() },
  'panel-shop': {
    path: '/faq',
    only: 'wide',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).hover();
      await page.locator('.carousel .swiper-initialized').waitFor();
    },
  },
  'panel-search': { path: '/shop', open: openSearch },
  'panel-suggestions': {
    path: '/shop',
    open: async (page) => {
      await openSearch(page);
      await page.getByPlaceholder('Search for products').fill('kurta');
      await page.getByRole('option').first().waitFor();
    },
  },
  'panel-filters': { path: '/shop', only: 'narrow', open: (page) => press(page, 'Filters') },
  'panel-faq': { path: '/faq', open: (page) => page.locator('details.question summary').first().click() },
};

async function capturePanels(page: Page, shop: RunningShop, width: number, variant: string): Promise<void> {
  for (const [name, { path, open, only }] of Object.entries(panels)) {
    if (only && (only === 'wide') !== width >= WIDE_PX) continue;
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    await open(page);
    await captureViewport(page, `${name}-${variant}`);
  }
}

async function captureShop(browser: Browser, shop: RunningShop, theme: string): Promise<void> {
  for (const { width, height } of viewports) {
    const isSmall = width < WIDE_PX;
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      hasTouch: isSmall,
      isMobile: isSmall,
    });
    const page = await context.newPage();
    const variant = `${width}-${theme}`;
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      await captureFullPage(page, `${name}-${variant}`);
    }
    await capturePanels(page, shop, width, variant);
    await capturePurchase(page, shop, variant);
    await capturePrepaid(page, shop, variant);
    await captureAccount(page, shop, variant);
    await context.close();
  }
}

/** Captures every screen and open panel of the demo shop, and creates a contact sheet of each for review. */
export async function takeScreenshots(): Promise<void> {
  rmSync(screenshotFolder, { recursive: true, force: true });
  mkdirSync(join(screenshotFolder, 'sheets'), { recursive: true });
  await withDemoShop({}, async (shop) => {
    // Each variant orders twice from the same address.
    await shop.store(...noCheckoutLimitsByCommand);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
    try {
      for (const [theme, settings] of Object.entries(themes)) {
        if (settings.length > 0) await shop.store('theme', 'set', ...settings);
        await captureShop(browser, shop, theme);
      }
    } finally {
      await browser.close();
    }
  });
  const sheets = await createContactSheets(screenshotFolder, Object.keys(themes));
  console.log(`${sheets.length} sheets are in ${join(screenshotFolder, 'sheets')}, the screens in ${screenshotFolder}`);
}
