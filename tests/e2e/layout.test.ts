import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop.ts';
import { everyProduct, newCustomer, putInCart, type Session, signIn } from './shopper.ts';
import { newVisitor, phone } from './visitor.ts';

/** A slow phone line: delay in milliseconds, bytes a second. */
const slowLine = { offline: false, latency: 120, downloadThroughput: 250_000, uploadThroughput: 90_000 };

let shop: RunningShop;
let customer: Session;
let slug = '';
beforeAll(async () => {
  shop = await startShop(newDataDir(inject('demoTemplate')));
  slug = (await everyProduct(shop)).find(({ variants }) => variants.some(({ stock }) => stock > 0))?.slug ?? '';
  customer = await newCustomer(shop);
  const product = (await everyProduct(shop)).find(({ variants, product_stock }) => variants.length === 0 && product_stock > 0);
  await putInCart(shop, customer.token, product?.slug ?? '');
});
afterAll(() => shop.stop());

const screens: [name: string, path: () => string, as?: 'customer'][] = [
  ['home', () => '/'],
  ['the shop', () => '/shop'],
  ['a search', () => '/shop?search=kurta&in_stock=1'],
  ['nothing found', () => '/shop?search=qqqqxzzk'],
  ['a product', () => `/products/${slug}`],
  ['the categories', () => '/categories'],
  ['an empty cart', () => '/cart'],
  ['a cart', () => '/cart', 'customer'],
  ['an empty checkout', () => '/checkout'],
  ['the checkout', () => '/checkout', 'customer'],
  ['the FAQ', () => '/faq'],
  ['the terms', () => '/terms-use'],
  ['the privacy policy', () => '/privacy-policy'],
  ['Page Not Found', () => '/404'],
];

test.for(screens)('%s: on a slow line nothing moves, nothing sticks out at 360 px, nothing fails', async ([, path, as]) => {
  const { page, complaints, leave } = await newVisitor({ viewport: phone, deviceScaleFactor: 2, hasTouch: true });
  if (as) await signIn(page, shop, customer);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url() !== shop.url + path()) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(() => {
    const moved: { value: number; what: string }[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element | null }[] })[]) {
        const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName);
        moved.push({ value: entry.value, what: nodes.join(' | ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slowLine);
  await page.goto(shop.url + path(), { waitUntil: 'networkidle' });
  // Down to the end in steps, as a thumb does, so that lazy pictures come.
  await page.evaluate(async () => {
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, 9000); y += 600) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((done) => setTimeout(done, 60));
    }
  });
  await page.waitForLoadState('networkidle');
  const { moved, wide } = await page.evaluate(() => ({
    moved: (globalThis as unknown as { moved: { value: number; what: string }[] }).moved,
    wide: document.documentElement.scrollWidth,
  }));
  await leave();
  const sum = moved.reduce((total, { value }) => total + value, 0);
  expect(sum.toFixed(2), JSON.stringify(moved)).toBe('0.00');
  expect(wide).toBeLessThanOrEqual(phone.width);
  expect(failed).toEqual([]);
  expect(
    complaints.filter(
      (complaint) => !complaint.includes(`${path()}: Failed to load resource: the server responded with a status of 404`),
    ),
  ).toEqual([]);
});
