import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { addToServerCart, allProducts, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

/** A slow 4G connection as in Lighthouse: latency in milliseconds, throughput in bytes per second. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** CPU slowdown factor of the page, besides that of the tests that run meanwhile. The browser slows a page by keeping a processor busy. */
const SLOWER = 2;

const { shop, test } = await useDemoShop({ viewport: { width: 768, height: 1024 } });
let guest: Visitor;
let customer: Visitor;
let sized = '';
let plain = '';
beforeAll(async () => {
  const products = await allProducts(shop);
  sized = present(products.find(({ variants }) => variants.some(({ stock }) => stock > 0))).slug;
  plain = present(products.find(({ variants, product_stock }) => variants.length === 0 && product_stock > 5)).slug;
  const session = await createCustomer(shop);
  await addToServerCart(shop, session.token, plain);
  guest = await slowVisitor();
  customer = await slowVisitor(session);
});

interface Visitor extends TestPage {
  /** Slows the processor of the page by a factor; 1 is its full speed. */
  slowDown: (factor: number) => Promise<unknown>;
}

interface Shift {
  value: number;
  /** Time of the frame, in milliseconds since navigation. */
  at: number;
  what: string;
}

/** Opens a phone with a slow connection whose pages record layout shifts without recent input. */
async function slowVisitor(session?: Session): Promise<Visitor> {
  const visitor = await openPage({ viewport: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const { page, pageErrors } = visitor;
  page.context().setDefaultTimeout(30_000);
  page.on('console', (message) => {
    if (message.type() === 'warning') pageErrors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      pageErrors.push(`${response.status()} ${response.url()}`);
  });
  if (session) await saveSession(page, shop, session);
  await page.addInitScript(() => {
    const moved: { value: number; at: number; what: string }[] = [];
    Object.assign(globalThis, { moved });
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName);
        moved.push({ value: entry.value, at: entry.startTime, what: nodes.join(' | ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slowLine);
  return { ...visitor, slowDown: (rate) => cdp.send('Emulation.setCPUThrottlingRate', { rate }) };
}

interface Screen {
  name: string;
  path: () => string;
  by?: 'customer';
  /** Opens a panel of the page and waits until it is open. */
  open?: (page: Page) => Promise<unknown>;
}

const tap = (page: Page, name: string) => page.getByRole('button', { name }).first().tap();

const screens: Screen[] = [
  { name: 'home and its menu', path: () => '/', open: (page) => tap(page, 'Menu') },
  { name: 'the shop and its filters', path: () => '/shop', open: (page) => tap(page, 'Filters') },
  { name: 'a search', path: () => '/shop?search=kurta&in_stock=1' },
  {
    name: 'nothing found, and another search',
    path: () => '/shop?search=qqqqxzzk',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().tap();
      await page.getByPlaceholder('Search for products').fill('shirt');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'a product, without a size chosen',
    path: () => `/products/${sized}`,
    open: async (page) => {
      await tap(page, 'Add to cart');
      await page.getByRole('dialog', { name: 'Choose a size' }).waitFor();
    },
  },
  {
    name: 'a product, and the cart it goes into',
    path: () => `/products/${plain}`,
    open: async (page) => {
      await tap(page, 'Add to cart');
      await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
  { name: 'the categories', path: () => '/categories' },
  {
    name: 'a cart',
    path: () => '/cart',
    by: 'customer',
    open: async (page) => {
      await tap(page, 'Increase quantity');
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
  {
    name: 'the checkout, with an address that is missing',
    path: () => '/checkout',
    by: 'customer',
    open: async (page) => {
      await tap(page, 'Continue to payment');
      await page.getByText('City is required').waitFor();
    },
  },
  {
    name: 'the checkout of a guest',
    path: () => '/checkout',
    open: async (page) => {
      await tap(page, 'Send code');
      await page.getByText(fieldErrors.phoneRequired).waitFor();
    },
  },
  {
    name: 'an emptied cart',
    path: () => '/cart',
    open: async (page) => {
      await tap(page, 'REMOVE');
      await page.getByText('Your cart is empty').waitFor();
    },
  },
  { name: 'an empty checkout', path: () => '/checkout' },
  { name: 'the FAQ', path: () => '/faq', open: (page) => page.locator('details.question summary').first().tap() },
  { name: 'the sign-in', path: () => '/signin' },
  { name: 'the sign-up', path: () => '/signup' },
  { name: 'the forgotten password', path: () => '/forgot-password' },
  { name: 'the orders', path: () => '/my-account/orders', by: 'customer' },
  { name: 'the wishlist', path: () => '/my-account/wishlist', by: 'customer' },
  { name: 'the terms', path: () => '/terms-use' },
  { name: 'the privacy policy', path: () => '/privacy-policy' },
  { name: 'Page Not Found', path: () => '/404' },
];

/** Scrolls to the end in steps, so that lazy pictures load, and back to the top. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, 9000); y += 600) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((done) => setTimeout(done, 60));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });

/** Returns the page's time after the next frame, in milliseconds. */
const drawnAt = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    return performance.now();
  });

test.for(screens)('on a slow phone the page has no layout shift, overflow or error: $name', async ({ path, by, open }) => {
  const { page, pageErrors, slowDown } = by === 'customer' ? customer : guest;
  pageErrors.length = 0;
  // Only while the page works: a slowed page keeps a processor busy even when it has nothing to do.
  await slowDown(SLOWER);
  await page.goto(shop.url + path());
  await slowDown(1);
  await page.waitForLoadState('networkidle');
  await scrollThrough(page);
  await page.waitForLoadState('networkidle');
  // The browser ignores layout shifts within 500 ms of a tap; on a busy machine the response takes longer.
  const tapped = await drawnAt(page);
  if (open) await slowDown(SLOWER);
  await open?.(page);
  await slowDown(1);
  const answered = await drawnAt(page);
  await page.waitForLoadState('networkidle');
  const { moved, wide } = await page.evaluate(() => ({
    moved: (globalThis as unknown as { moved: Shift[] }).moved,
    wide: document.documentElement.scrollWidth,
  }));
  const unasked = moved.filter(({ at }) => at < tapped || at > answered);
  const sum = unasked.reduce((total, { value }) => total + value, 0);
  expect(sum.toFixed(2), JSON.stringify(unasked)).toBe('0.00');
  expect(wide).toBeLessThanOrEqual(phone.width);
  const missing = `${shop.url}/404: Failed to load resource: the server responded with a status of 404`;
  expect(pageErrors.filter((complaint) => !complaint.startsWith(missing))).toEqual([]);
});

test('late styles move nothing that is on the page when they come after the scripts', async ({ page }) => {
  const late = Promise.withResolvers<void>();
  await page.route(/\/_astro\/.*\.css/, async (route) => {
    await late.promise;
    await route.continue();
  });
  const loaded = page.goto(shop.url);
  await page.locator('.turners').first().waitFor({ state: 'attached' });
  const tops = () =>
    page.locator('main section').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
  const before = await tops();
  late.resolve();
  await loaded;
  await expect.poll(() => page.locator('link[rel=stylesheet]').count()).toBeGreaterThan(0);
  await page.evaluate(() => document.fonts.ready);
  expect(before.length).toBeGreaterThan(2);
  expect(await tops()).toEqual(before);
});
