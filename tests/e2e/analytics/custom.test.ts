import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
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
import { openPage, type TestPage } from '#tests/support/browser/test-page.ts';
import { type AnalyticsProviders, openAnalyticsProviders } from '#tests/support/providers/analytics.ts';

const config = fileURLToPath(new URL('../../fixtures/extended-shop/shop.config.ts', import.meta.url));

let providers: AnalyticsProviders;
/** Has the module alone. */
let shop: RunningShop;
/** Has the module and a provider. */
let both: RunningShop;
let visitor: TestPage;
let page: Page;
let events: ShopperEvent[];
let purchases: ShopperEvent[];

// A shop with a configuration of its own is built first.
beforeAll(async () => {
  providers = await openAnalyticsProviders();
  const { ANALYTICS_PLAUSIBLE, ANALYTICS_PLAUSIBLE_URL } = providers.settings as Record<string, string>;
  const plausible = { ANALYTICS_PLAUSIBLE, ANALYTICS_PLAUSIBLE_URL } as Record<string, string>;
  shop = await startShop(newDataDir(inject('smallTemplate')), { SHOP_CONFIG: config });
  both = await startShop(newDataDir(inject('smallTemplate')), { SHOP_CONFIG: config, ...plausible });
}, 600_000);
afterAll(async () => {
  await Promise.all([shop?.stop(), both?.stop(), providers?.close()]);
});
beforeEach(async () => {
  [events, purchases] = [[], []];
  providers.clear();
  visitor = await openPage();
  page = visitor.page;
  await page.route('https://stats.example/**', async (route) => {
    purchases.push(JSON.parse(route.request().postData() ?? '') as ShopperEvent);
    await route.fulfill({ status: 204 });
  });
  page.on('console', (message) => {
    const [, event] = /^shopper event (.*)$/.exec(message.text()) ?? [];
    if (event) events.push(JSON.parse(event) as ShopperEvent);
  });
});

const line = () => page.getByRole('region', { name: 'Privacy choice' });
const press = (name: string) => line().getByRole('button', { name, exact: true }).click();
const names = () => events.map(({ name }) => name);

/** Waits until the page is idle, and its scripts have had the time to send something. */
const untilIdle = () =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 1000 })));

async function buy(from: RunningShop): Promise<string> {
  await addToCart(page, from, 'plain-tee', 'S');
  await page.goto(`${from.url}/checkout`);
  await checkOutAsGuest(page, newMobile());
  return order();
}

async function order(): Promise<string> {
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL('**/order-success');
  return page.getByRole('list', { name: 'Order number' }).innerText();
}

/** As a customer whose cart and address are known: at the review. */
async function buyAsCustomer(): Promise<string> {
  const user = await createCustomer(both);
  await addToServerCart(both, user.token, 'plain-tee', 'S');
  await openReview(page, both, user);
  return order();
}

test('a module of the shop’s own is asked about by its name, and gets the events of a whole purchase', {
  timeout: 120_000,
}, async () => {
  await page.goto(shop.url);
  await line().getByText('May Our dashboard measure visits to improve the shop?', { exact: true }).waitFor();
  await untilIdle();
  expect(events).toEqual([]);
  await press('Accept');
  await expect.poll(names).toEqual(['page']);
  const number = await buy(shop);
  await expect.poll(names).toContain('purchase');
  expect(names().filter((name) => name !== 'page')).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'purchase']);
  expect(events.at(-1)).toMatchObject({ name: 'purchase', order: number, items: [{ name: 'Plain Tee', price: 49_900 }] });
  await expect.poll(() => purchases).toEqual([events.at(-1)]);
  expect(visitor.pageErrors).toEqual([]);
});

test('the policy opens its origins, only where visits are measured', async () => {
  const policyOf = async (path: string) => readPolicy(await fetch(shop.url + path));
  for (const path of ['/', '/checkout'])
    for (const directive of ['script-src', 'connect-src', 'img-src'])
      expect(await policyOf(path), path).toMatch(new RegExp(`${directive} [^;]*https://stats\\.example`));
  expect(await policyOf('/signin')).not.toContain('stats.example');
});

test('after a refusal, and with a signal of the browser, it is never loaded', async () => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/report-events/.test(request.url())) loaded.push(request.url());
  });
  await page.goto(shop.url);
  await press('Refuse');
  await addToCart(page, shop, 'plain-tee', 'S');
  await untilIdle();
  for (const signal of ['globalPrivacyControl', 'doNotTrack']) {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true, configurable: true });
      const text = 'May Our dashboard measure visits to improve the shop?';
      localStorage.setItem('haat-consent', JSON.stringify({ choice: 'accepted', at: 1, text }));
    }, signal);
    await page.goto(shop.url);
    await untilIdle();
    expect(await line().count()).toBe(0);
  }
  expect([events, loaded]).toEqual([[], []]);
});

test.for(['throws', 'rejects', 'hangs', 'throws at load', 'never loads'])(
  'one that %s keeps no shopper from an order, and no provider from its events',
  { timeout: 120_000 },
  async (failure) => {
    await page.addInitScript((how) => Object.assign(globalThis, { failure: how }), failure);
    await page.goto(both.url);
    await press('Accept');
    const sent = () => providers.events().map(({ name }) => name);
    await expect.poll(sent).toEqual(['pageview']);
    // What fails at each event meets all of a purchase, what is never there its end.
    expect(await (/throws$|hangs/.test(failure) ? buy(both) : buyAsCustomer())).toMatch(/^HT-/);
    await expect.poll(sent).toContain('purchase');
    expect(events).toEqual([]);
    expect(visitor.pageErrors.filter((error) => !error.includes('Analytics failed'))).toEqual([]);
  },
);
