import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { allProducts, createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

interface NotUsed {
  notRestoredExplanations: { type: string; reason: string }[];
}

interface Navigated {
  type: string;
}

const { shop } = await useDemoShop();
const browser = await useBrowser({ omit: ['--disable-back-forward-cache'] });
const context = await browser.newContext();
beforeAll(async () => saveSession(await context.newPage(), shop, await createCustomer(shop)));

/**
 * Leaves a page and returns to it. Returns the reasons in the page itself why Chromium loads it again, none if it restores the page. A
 * headless shell has no back/forward cache and always gives that reason, but also names what the page does that would prevent it.
 */
async function leaveAndReturn(path: string, before = () => undefined): Promise<string[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  const reasons = new Promise<string[]>((resolve) => {
    session.on('Page.frameNavigated', ({ type }: Navigated) => {
      if (type === 'BackForwardCacheRestore') resolve([]);
    });
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }: NotUsed) =>
      resolve(notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason)),
    );
  });
  await page.goto(shop.url + path);
  await page.mouse.move(100, 100);
  await page.waitForLoadState('networkidle');
  await page.evaluate(before);
  await page.goto(`${shop.url}/terms-use`);
  // Playwright does not see the end of a return to a restored page.
  await page.evaluate(() => setTimeout(() => history.back()));
  const found = await reasons;
  await page.close();
  return found;
}

test('Chromium names a listener for unload', async () => {
  expect(await leaveAndReturn('/faq', () => void addEventListener('unload', () => undefined))).toEqual([
    'UnloadHandlerExistsInMainFrame',
  ]);
});

test('no page keeps itself out of the back/forward cache', { timeout: 300_000 }, async () => {
  const [product] = await allProducts(shop);
  const found: Record<string, string[]> = {};
  for (const path of [
    '/',
    '/shop',
    `/products/${present(product).slug}`,
    '/categories',
    '/cart',
    '/checkout',
    '/my-account/orders',
  ])
    found[path] = await leaveAndReturn(path);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
  expect(Object.keys(found)).toHaveLength(7);
});
