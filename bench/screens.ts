import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { withDemoShop } from '#bench/measure/shop.ts';
import { chromiumArguments, findChromium } from '../tests/support/browser/chromium/find-chromium.ts';
import { runStore } from '../tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop, startShop } from '../tests/support/browser/shop-server.ts';

const OUTPUT = join(import.meta.dirname, '..', 'test-results', 'screens');

const sizes: Record<string, BrowserContextOptions> = {
  '360x740': { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  '740x360': { viewport: { width: 740, height: 360 }, isMobile: true, hasTouch: true },
  '768x1024': { viewport: { width: 768, height: 1024 } },
  '1440x900': { viewport: { width: 1440, height: 900 } },
  // A window of 1,440 px enlarged to 400 %.
  '360x225': { viewport: { width: 360, height: 225 }, deviceScaleFactor: 4 },
};

/** Settings of `store theme set`, of shops with photographs. */
const themes: Record<string, string[]> = {
  photographs: [],
  dark: [
    'backgroundColor=#14161a',
    'buttonBackgroundColor=#e8b04a',
    'topHeaderBackgroundColor=#000000',
    'headerBackgroundColor=#0c0e11',
    'footerBackgroundColor=#0c0e11',
    'bottomFooterBackgroundColor=#1c1f25',
  ],
  loud: [
    'backgroundColor=#fff200',
    'buttonBackgroundColor=#d6006c',
    'topHeaderBackgroundColor=#003cff',
    'headerBackgroundColor=#d6006c',
    'footerBackgroundColor=#003cff',
    'bottomFooterBackgroundColor=#00c2a8',
  ],
};

interface Screen {
  /** Name of its files. */
  name: string;
  path: string | typeof LISTING | typeof PRODUCT;
  /** Opens the state to show. */
  open?: (page: Page) => Promise<unknown>;
  /** Whether only phones have it. */
  narrow?: true;
}

const addToCart = async (page: Page): Promise<void> => {
  for (const choice of await page.locator('main fieldset').all())
    await choice.locator('input:enabled').first().check({ force: true });
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
};

/** Addresses of a category and of a product in stock. */
async function findAddresses(url: string): Promise<{ LISTING: string; PRODUCT: string }> {
  const find = async (path: string, pattern: RegExp): Promise<string> =>
    pattern.exec(await (await fetch(url + path)).text())?.[1]?.replaceAll('&amp;', '&') ?? path;
  return {
    LISTING: await find('/categories', /href="(\/shop\?categories=[^"]+)"/),
    PRODUCT: await find('/shop?in_stock=1&sort_by=price_desc', /href="(\/products\/[^"]+)"/),
  };
}

const LISTING = 'LISTING';
const PRODUCT = 'PRODUCT';

const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'categories', path: '/categories' },
  { name: 'listing', path: LISTING },
  {
    name: 'filters',
    path: LISTING,
    narrow: true,
    open: (page) => page.getByRole('button', { name: /^Filters/ }).click(),
  },
  { name: 'nothing-found', path: '/shop?search=qqqqxzzk' },
  {
    name: 'search',
    path: '/faq',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
      await page.getByText('Suggested Search Terms').waitFor();
    },
  },
  { name: 'menu', path: '/faq', narrow: true, open: (page) => page.getByRole('button', { name: 'Menu' }).click() },
  { name: 'product', path: PRODUCT },
  {
    name: 'delivery',
    path: PRODUCT,
    open: async (page) => {
      await page.getByLabel('Pincode').first().fill('682001');
      await page.locator('.delivery').getByText(/^by /).waitFor();
      await page.locator('.delivery').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'sizes',
    path: PRODUCT,
    narrow: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      await page.getByRole('dialog', { name: /size/i }).waitFor();
    },
  },
  { name: 'added', path: PRODUCT, open: addToCart },
  {
    name: 'cart',
    path: PRODUCT,
    open: async (page) => {
      await addToCart(page);
      await page.goto(new URL('/cart', page.url()).href);
      await page.getByRole('link', { name: 'Checkout' }).waitFor();
    },
  },
  {
    name: 'checkout',
    path: PRODUCT,
    open: async (page) => {
      await addToCart(page);
      await page.goto(new URL('/checkout', page.url()).href);
      await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
    },
  },
  { name: 'empty-cart', path: '/cart' },
  { name: 'sign-in', path: '/signin' },
  { name: 'faq', path: '/faq' },
  { name: 'not-found', path: '/no-such-page' },
];

/** Opens one screen in a browser of its own context and saves what is seen. A state that does not open is said, and left out. */
async function takeScreen(
  url: string,
  addresses: Record<string, string>,
  folder: string,
  size: string,
  screen: Screen,
): Promise<void> {
  const options = sizes[size] ?? {};
  if (screen.narrow && (options.viewport?.width ?? 0) > 400) return;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(10_000);
    await page.goto(url + (addresses[screen.path] ?? screen.path), { waitUntil: 'networkidle' });
    await screen.open?.(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${screen.name}-${size}.png`), animations: 'disabled' });
  } catch (error) {
    console.error(`${screen.name}, ${size}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await browser.close();
  }
}

async function takeAll(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const addresses = await findAddresses(url);
  for (const size of Object.keys(sizes)) for (const screen of screens) await takeScreen(url, addresses, folder, size, screen);
  console.log(folder);
}

/**
 * Saves a picture of each screen at five sizes, in three themes, of a demo shop with photographs; or of the running shop at `url`, such as
 * one of an older version, into a folder named by its port.
 */
export async function benchScreens(url?: string): Promise<void> {
  if (url) return takeAll(url, join(OUTPUT, new URL(url).port || new URL(url).hostname));
  for (const [name, settings] of Object.entries(themes)) {
    const dataDir = newDataDir();
    await runStore(dataDir, 'demo', '--photos');
    if (settings.length > 0) await runStore(dataDir, 'theme', 'set', ...settings);
    const shop: RunningShop = await startShop(dataDir, {});
    try {
      await takeAll(shop.url, join(OUTPUT, name));
    } finally {
      await shop.stop();
    }
  }
  await withDemoShop({}, (shop) => takeAll(shop.url, join(OUTPUT, 'drawings')));
  await writeIndex(['drawings', ...Object.keys(themes)]);
}

/** Writes a page that shows the pictures of the folders side by side. */
async function writeIndex(folders: readonly string[]): Promise<void> {
  const rows = screens.flatMap(({ name }) =>
    Object.keys(sizes).map(
      (size) =>
        `<tr><th>${name}<br>${size}</th>${folders.map((folder) => `<td><img src="${folder}/${name}-${size}.png" alt="" loading="lazy" height="360"></td>`).join('')}</tr>`,
    ),
  );
  await writeFile(
    join(OUTPUT, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><table>${rows.join('\n')}</table>\n`,
  );
}
