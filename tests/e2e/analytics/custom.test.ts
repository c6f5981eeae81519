import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, expect, inject } from 'vitest';
import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import {
  addToCart,
  addToServerCart,
  checkOutAsGuest,
  createCustomer,
  newMobile,
  openReview,
} from '#tests/support/browser/customer.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { openAnalyticsProviders } from '#tests/support/providers/analytics.ts';
import { useShop } from '#tests/support/shop-test.ts';

const config = fileURLToPath(new URL('../../fixtures/extended-shop/shop.config.ts', import.meta.url));

const providers = await openAnalyticsProviders();
afterAll(providers.close);
const { ANALYTICS_PLAUSIBLE, ANALYTICS_PLAUSIBLE_URL } = providers.settings as Record<string, string>;
const plausible = { ANALYTICS_PLAUSIBLE, ANALYTICS_PLAUSIBLE_URL } as Record<string, string>;
const startWith = (settings: Record<string, string>) =>
  startShop(newDataDir(inject('smallTemplate')), { SHOP_CONFIG: config, ...settings });
/** Has the module alone. A shop with a configuration of its own is built first. */
const { shop, test } = await useShop(startWith({}));
/** Has the module and a provider. */
const { shop: both } = await useShop(startWith(plausible));
let events: ShopperEvent[];
let purchases: ShopperEvent[];

test.beforeEach(async ({ page }) => {
  [events, purchases] = [[], []];
  providers.clear();
  await page.route('https://stats.example/**', async (route) => {
    purchases.push(JSON.parse(route.request().postData() ?? '') as ShopperEvent);
    await route.fulfill({ status: 204 });
  });
  page.on('console', (message) => {
    const [, event] = /^shopper event (.*)$/.exec(message.text()) ?? [];
    if (event) events.push(JSON.parse(event) as ShopperEvent);
  });
});

const line = (page: Page) => page.getByRole('region', { name: 'Privacy choice' });
const press = (page: Page, name: string) => line(page).getByRole('button', { name, exact: true }).click();
const names = () => events.map(({ name }) => name);

/** Waits until the page is idle, and its scripts have had the time to send something. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 1000 })));

async function buy(page: Page, from: RunningShop): Promise<string> {
  await addToCart(page, from, 'plain-tee', 'S');
  await page.goto(`${from.url}/checkout`);
  await checkOutAsGuest(page, newMobile());
  return order(page);
}

async function order(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL('**/order-success');
  return page.getByRole('list', { name: 'Order number' }).innerText();
}

/** As a customer whose cart and address are known: at the review. */
async function buyAsCustomer(page: Page): Promise<string> {
  const user = await createCustomer(both);
  await addToServerCart(both, user.token, 'plain-tee', 'S');
  await openReview(page, both, user);
  return order(page);
}

test('a module of the shop’s own is asked about by its name, and gets the events of a whole purchase', {
  timeout: 120_000,
}, async ({ page, pageErrors }) => {
  await page.goto(shop.url);
  await line(page).getByText('May Our dashboard measure visits to improve the shop?', { exact: true }).waitFor();
  await untilIdle(page);
  expect(events).toEqual([]);
  await press(page, 'Accept');
  await expect.poll(names).toEqual(['page']);
  const number = await buy(page, shop);
  await expect.poll(names).toContain('purchase');
  expect(names().filter((name) => name !== 'page')).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'purchase']);
  expect(events.at(-1)).toMatchObject({ name: 'purchase', order: number, items: [{ name: 'Plain Tee', price: 49_900 }] });
  await expect.poll(() => purchases).toEqual([events.at(-1)]);
  expect(pageErrors).toEqual([]);
});

test('the policy opens its origins, only where visits are measured', async () => {
  const policyOf = async (path: string) => readPolicy(await fetch(shop.url + path));
  for (const path of ['/', '/checkout'])
    for (const directive of ['script-src', 'connect-src', 'img-src'])
      expect(await policyOf(path), path).toMatch(new RegExp(`${directive} [^;]*https://stats\\.example`));
  expect(await policyOf('/signin')).not.toContain('stats.example');
});

test('after a refusal, and with a signal of the browser, it is never loaded', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/report-events/.test(request.url())) loaded.push(request.url());
  });
  await page.goto(shop.url);
  await press(page, 'Refuse');
  await addToCart(page, shop, 'plain-tee', 'S');
  await untilIdle(page);
  for (const signal of ['globalPrivacyControl', 'doNotTrack']) {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true, configurable: true });
      const text = 'May Our dashboard measure visits to improve the shop?';
      localStorage.setItem('haat-consent', JSON.stringify({ choice: 'accepted', at: 1, text }));
    }, signal);
    await page.goto(shop.url);
    await untilIdle(page);
    expect(await line(page).count()).toBe(0);
  }
  expect([events, loaded]).toEqual([[], []]);
});

test.for(['throws', 'rejects', 'hangs', 'throws at load', 'never loads'])(
  'one that %s keeps no shopper from an order, and no provider from its events',
  { timeout: 120_000 },
  async (failure, { page, pageErrors }) => {
    await page.addInitScript((how) => Object.assign(globalThis, { failure: how }), failure);
    await page.goto(both.url);
    await press(page, 'Accept');
    const sent = () => providers.events().map(({ name }) => name);
    await expect.poll(sent).toEqual(['pageview']);
    // What fails at each event meets all of a purchase, what is never there its end.
    expect(await (/throws$|hangs/.test(failure) ? buy(page, both) : buyAsCustomer(page))).toMatch(/^HT-/);
    await expect.poll(sent).toContain('purchase');
    expect(events).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes('Analytics failed'))).toEqual([]);
  },
);
