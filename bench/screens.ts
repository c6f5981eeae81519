import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
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

/** Photographs the page as it stands, whole: scrolls through it first, so that what loads when it is seen is loaded. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** A product of the shop that has sizes to choose from, found as a visitor finds it. */
async function productWithSizes(shop: RunningShop): Promise<string> {
  const listing = await (await fetch(`${shop.url}/shop?categories=shirts&in_stock=1`)).text();
  return /href="(\/products\/[^"]+)"/.exec(listing)?.[1] ?? '/not-found';
}

const pages = {
  home: '/',
  shop: '/shop',
  filtered: '/shop?categories=shirts&sort_by=price_asc&in_stock=1',
  search: '/shop?search=denim',
  'nothing-found': '/shop?search=zzzzzz',
  categories: '/categories',
  'empty-cart': '/cart',
  'empty-checkout': '/checkout',
  faq: '/faq',
  terms: '/terms-use',
  privacy: '/privacy-policy',
  missing: '/404',
};

/** Buys one product, photographing each step. */
async function photographPurchase(page: Page, shop: RunningShop, look: string): Promise<void> {
  const shoot = (name: string) => photograph(page, `${name}-${look}`);
  await page.goto(shop.url + (await productWithSizes(shop)), { waitUntil: 'networkidle' });
  await shoot('product');
  await page.getByRole('radio', { disabled: false }).first().check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `cart-popup-${look}.png`) });
  await page.goto(`${shop.url}/cart`, { waitUntil: 'networkidle' });
  await shoot('cart');
  await page.goto(`${shop.url}/checkout`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Send code' }).click();
  await shoot('checkout-1-number-refused');
  await page.getByLabel('Mobile number').fill(`9${String(Date.now()).slice(-9)}`);
  const sent = page.waitForResponse(/otp\/send/);
  await page.getByRole('button', { name: 'Send code' }).click();
  const { data } = (await (await sent).json()) as { data: { otp: string } };
  await page.getByLabel('6-digit code').fill(data.otp);
  await page.screenshot({ path: join(folder, `checkout-2-code-${look}.png`) });
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill(`meera${Date.now()}@example.in`);
  await shoot('checkout-3-details');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Address', { exact: true }).fill('14, Lake View Road, Elamkulam');
  await page.getByLabel('Pincode').fill('682001');
  await page.getByLabel('City').fill('Kochi');
  await page.getByLabel('State').fill('Kerala');
  await shoot('checkout-4-address');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Place order/ }).waitFor();
  await shoot('checkout-5-review');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.getByText(/^HT-/).first().waitFor();
  await shoot('order-success');
}

async function photographShop(browser: Browser, shop: RunningShop, theme: string): Promise<void> {
  for (const [width, height] of widths) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', hasTouch: width < 1000 });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      await photograph(page, `${name}-${width}-${theme}`);
    }
    await photographPurchase(page, shop, `${width}-${theme}`);
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
      await photographShop(browser, shop, theme);
    }
    console.log(`Screens are in ${folder}`);
  } finally {
    await browser.close();
    await shop.stop();
  }
}
