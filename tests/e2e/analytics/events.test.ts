import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import {
  addToCart,
  addToServerCart,
  checkOutAsGuest,
  createCustomer,
  deliveryAddress,
  newMobile,
  openReview,
} from '#tests/support/browser/customer.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { openAnalyticsProviders, type ReportedEvent } from '#tests/support/providers/analytics.ts';
import { useShop } from '#tests/support/shop-test.ts';

const providers = await openAnalyticsProviders();
afterAll(providers.close);
const { shop, test } = await useShop(startShop(newDataDir(inject('smallTemplate')), providers.settings));

beforeAll(async () => {
  await shop.store('shipping', 'set', 'charge=49', 'free_from=9999', 'cod_fee=30');
});
beforeEach(async () => {
  providers.answer('well');
  providers.clear();
});

const line = (on: Page) => on.getByRole('region', { name: 'Privacy choice' });
const press = (name: string, on: Page) => line(on).getByRole('button', { name, exact: true }).click();

/** Opens the home page and accepts; resolves when the providers have its view. */
async function accept(page: Page): Promise<void> {
  await page.goto(shop.url);
  await press('Accept', page);
  await expect.poll(() => namesOf('plausible')).toEqual(['pageview']);
  await expect.poll(() => namesOf('meta')).toEqual(['PageView']);
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view']);
}

const eventsOf = (provider: ReportedEvent['provider']) => providers.events().filter((event) => event.provider === provider);
const namesOf = (provider: ReportedEvent['provider']) => eventsOf(provider).map(({ name }) => name);
const dataOf = (provider: ReportedEvent['provider'], name: string) =>
  eventsOf(provider)
    .filter((event) => event.name === name)
    .map(({ data }) => data);

/** Waits until the page is idle, and its scripts have had the time to send something. */
const untilIdle = (on: Page) =>
  on.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 1000 })));

const providerCookies = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('_'));

/** What a page could have sent to a provider: names of events, and everything in them. */
const sentText = () => decodeURIComponent(JSON.stringify(providers.events()));

test('each provider gets the events of a whole purchase, with the same values, and nothing about the shopper', {
  timeout: 120_000,
}, async ({ page, pageErrors }) => {
  await accept(page);
  await page.goto(`${shop.url}/shop?search=tee`);
  await expect.poll(() => namesOf('ga4')).toContain('search');
  await addToCart(page, shop, 'plain-tee', 'S');
  await page.getByRole('dialog').getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decrease quantity' }).click();
  await expect.poll(() => namesOf('ga4')).toContain('remove_from_cart');
  await page.goto(`${shop.url}/checkout`);
  const mobile = newMobile();
  await checkOutAsGuest(page, mobile);
  await expect.poll(() => namesOf('ga4')).toContain('begin_checkout');
  await page.reload();
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL('**/order-success');
  const number = await page.getByRole('list', { name: 'Order number' }).innerText();
  await expect.poll(() => namesOf('ga4')).toContain('purchase');
  await expect.poll(() => namesOf('meta')).toContain('Purchase');
  await expect.poll(() => namesOf('plausible')).toContain('purchase');

  const bought = ['view_item', 'add_to_cart', 'add_to_cart', 'add_to_cart', 'remove_from_cart', 'begin_checkout', 'purchase'];
  expect(namesOf('ga4').filter((name) => name !== 'page_view')).toEqual(['search', ...bought]);
  expect(namesOf('plausible').filter((name) => name !== 'pageview')).toEqual(['search', ...bought]);
  expect(namesOf('meta').filter((name) => name !== 'PageView')).toEqual([
    'Search',
    'ViewContent',
    'AddToCart',
    'AddToCart',
    'AddToCart',
    'InitiateCheckout',
    'Purchase',
  ]);

  const tee = { item_id: expect.stringMatching(/^\d+-\d+$/), item_name: 'Plain Tee', item_variant: 'S', price: 499 };
  const total = 2 * 499 + 49 + 30;
  expect(dataOf('ga4', 'search')).toMatchObject([{ tid: 'G-TEST12345', search_term: 'tee' }]);
  expect(dataOf('ga4', 'view_item')).toMatchObject([
    { currency: 'INR', value: 499, items: [{ item_id: expect.stringMatching(/^\d+$/), item_name: 'Plain Tee', quantity: 1 }] },
  ]);
  expect(dataOf('ga4', 'add_to_cart')[0]).toMatchObject({ value: 499, items: [{ ...tee, quantity: 1 }] });
  expect(dataOf('ga4', 'remove_from_cart')).toMatchObject([{ value: 499, items: [{ ...tee, quantity: 1 }] }]);
  expect(dataOf('ga4', 'begin_checkout')).toMatchObject([{ value: 998, currency: 'INR', items: [{ ...tee, quantity: 2 }] }]);
  expect(dataOf('ga4', 'purchase')).toMatchObject([
    { transaction_id: number, value: total, shipping: 49, currency: 'INR', items: [{ ...tee, quantity: 2 }] },
  ]);
  const [{ items }] = dataOf('ga4', 'purchase') as [{ items: [{ item_id: string }] }];
  expect(dataOf('meta', 'ViewContent')).toMatchObject([{ content_type: 'product_group', value: 499, currency: 'INR' }]);
  expect(dataOf('meta', 'Purchase')).toMatchObject([
    {
      id: '123456789012345',
      content_type: 'product',
      content_ids: [items[0].item_id],
      num_items: 2,
      value: total,
      eventID: number,
    },
  ]);
  expect(dataOf('plausible', 'purchase')).toMatchObject([
    { domain: 'shop.example', url: `${shop.url}/order-success`, revenue: { currency: 'INR', amount: `${total}.00` } },
  ]);
  for (const secret of [mobile, 'Meera', 'example.in', deliveryAddress.address, deliveryAddress.pincode])
    expect(sentText()).not.toContain(secret);
  expect(pageErrors).toEqual([]);

  await page.reload();
  await page.getByRole('list', { name: 'Order number' }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${shop.url}/order-success`);
  await second.getByRole('list', { name: 'Order number' }).waitFor();
  await expect.poll(() => dataOf('ga4', 'page_view').at(-2)).toMatchObject({ page_location: `${shop.url}/order-success` });
  await Promise.all([untilIdle(page), untilIdle(second)]);
  expect(dataOf('ga4', 'purchase')).toHaveLength(1);
  expect(dataOf('meta', 'Purchase')).toHaveLength(1);
  expect(dataOf('plausible', 'purchase')).toHaveLength(1);
  await second.close();
});

test('two tabs that open the thanks at once report the order once', async ({ page }) => {
  await accept(page);
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user);
  // Both pages get the script in the same moment.
  await page.route('**/report-events*', (route) => route.abort());
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL('**/order-success');
  await page.getByRole('list', { name: 'Order number' }).waitFor();
  await page.unroute('**/report-events*');
  const second = await page.context().newPage();
  await Promise.all([page.reload(), second.goto(`${shop.url}/order-success`)]);
  await expect.poll(() => namesOf('ga4')).toContain('purchase');
  await Promise.all([untilIdle(page), untilIdle(second)]);
  expect(dataOf('ga4', 'purchase')).toMatchObject([{ value: 1299 + 49 + 30, items: [{ item_name: 'Long Wallet' }] }]);
  await second.close();
});

test('a prepaid order is reported when it is paid, and nothing while it is not', async ({ page }) => {
  await accept(page);
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, 'upi');
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.waitForURL('**/payment?id=*');
  providers.clear();
  await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
  await untilIdle(page);
  expect(providers.requests).toEqual([]);
  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await page.waitForURL('**/order-success?id=*');
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view', 'purchase']);
  expect(dataOf('ga4', 'page_view')).toMatchObject([{ page_location: `${shop.url}/order-success` }]);
  expect(dataOf('ga4', 'purchase')).toMatchObject([{ value: 1299 + 49 }]);
});

test('before an answer nothing is loaded or kept, and what was done then is never sent', async ({ page }) => {
  await addToCart(page, shop, 'plain-tee', 'S');
  await untilIdle(page);
  expect([providers.requests, await providerCookies(page.context())]).toEqual([[], []]);
  await page.keyboard.press('Escape');
  await press('Accept', page);
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view', 'view_item']);
  await untilIdle(page);
  expect(namesOf('plausible')).toEqual(['pageview', 'view_item']);
  expect((await providerCookies(page.context())).sort()).toEqual(['_fbp', '_ga', '_ga_TEST12345']);
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('haat-consent') ?? ''));
  expect(saved).toEqual({
    choice: 'accepted',
    at: expect.toSatisfy((at: number) => Math.abs(at - Date.now()) < 60_000),
    text: 'May Google Analytics, Meta and Plausible measure visits to improve the shop and its ads?',
  });
  // The next page does not ask.
  await page.goto(`${shop.url}/faq`);
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view', 'view_item', 'page_view']);
  expect(await line(page).count()).toBe(0);
});

test('after a refusal nothing is sent, on this page, the next and after a sign-out', async ({ page }) => {
  await page.goto(shop.url);
  await press('Refuse', page);
  await line(page).waitFor({ state: 'hidden' });
  await addToCart(page, shop, 'plain-tee', 'S');
  await page.evaluate(() => {
    const saved = localStorage.getItem('haat-consent') ?? '';
    localStorage.clear();
    localStorage.setItem('haat-consent', saved);
  });
  await page.goto(shop.url);
  await untilIdle(page);
  expect(await line(page).count()).toBe(0);
  expect([providers.requests, await providerCookies(page.context())]).toEqual([[], []]);
});

test.for(['globalPrivacyControl', 'doNotTrack'])(
  'a browser with %s is never asked or measured, and the footer says why',
  async (signal, { page }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true });
      // An answer from before the browser was set so.
      const text = 'May Google Analytics, Meta and Plausible measure visits to improve the shop and its ads?';
      localStorage.setItem('haat-consent', JSON.stringify({ choice: 'accepted', at: 1, text }));
    }, signal);
    await addToCart(page, shop, 'plain-tee', 'S');
    await page.goto(shop.url);
    await untilIdle(page);
    expect(await line(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Privacy choice' }).click();
    await line(page).getByText('Your browser asks websites not to track you, so your visits are not measured.').waitFor();
    await press('Close', page);
    await untilIdle(page);
    expect([providers.requests, await providerCookies(page.context())]).toEqual([[], []]);
  },
);

test('a consent that is taken back stops the providers in all tabs and removes their cookies', async ({ page, pageErrors }) => {
  await accept(page);
  const second = await page.context().newPage();
  await second.goto(`${shop.url}/products/long-wallet`);
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view', 'page_view', 'view_item']);
  await page.getByRole('link', { name: 'Privacy choice' }).click();
  await line(page).getByText('You have accepted this.').waitFor();
  await press('Refuse', page);
  await expect.poll(() => providerCookies(page.context())).toEqual([]);
  await untilIdle(second);
  providers.clear();
  await second.getByRole('button', { name: 'Add to cart' }).click();
  await second.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  // The providers' own scripts are stopped too.
  await second.evaluate(() => {
    const scripts = window as unknown as {
      dataLayer: { push: (...commands: unknown[]) => void };
      fbq: (...command: unknown[]) => void;
    };
    (function (..._command: unknown[]) {
      // biome-ignore lint/complexity/noArguments: gtag.js takes an Arguments object
      scripts.dataLayer.push(arguments);
    })('event', 'scroll', {});
    scripts.fbq('track', 'Lead');
  });
  await untilIdle(second);
  expect(providers.requests).toEqual([]);
  // And accepted again: what was added meanwhile stays unsent.
  await second.keyboard.press('Escape');
  await second.getByRole('link', { name: 'Privacy choice' }).click();
  await press('Accept', second);
  await expect.poll(() => namesOf('ga4').filter((name) => name === 'page_view')).toHaveLength(2);
  await untilIdle(second);
  expect(namesOf('ga4')).not.toContain('add_to_cart');
  expect(pageErrors).toEqual([]);
  await second.close();
});

test.for(['never', 'by closing'] as const)(
  'a provider that answers %s keeps a shopper from nothing',
  async (how, { page, pageErrors }) => {
    providers.answer(how);
    await page.goto(shop.url);
    await press('Accept', page);
    await expect.poll(() => providers.requests).toEqual(expect.arrayContaining(['/gtag/js', '/en_US/fbevents.js']));
    await addToCart(page, shop, 'plain-tee', 'S');
    await page.goto(`${shop.url}/checkout`);
    await checkOutAsGuest(page, newMobile());
    await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
    await page.waitForURL('**/order-success');
    await page.getByRole('list', { name: 'Order number' }).waitFor();
    const ofShop = pageErrors.filter((error) => !error.includes(providers.url) && !/Failed to load resource/.test(error));
    expect(ofShop).toEqual([]);
  },
);

test('events wait in their order for a provider whose script comes late', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/gtag/js*', async (route) => {
    await held;
    await route.continue();
  });
  // Requests that the tests before have left in the browser may arrive now.
  const address = `${shop.url}/products/long-wallet`;
  const namesHere = () =>
    eventsOf('plausible')
      .filter(({ data }) => data['url'] === address)
      .map(({ name }) => name);
  await page.goto(address);
  await press('Accept', page);
  await expect.poll(namesHere).toEqual(['pageview', 'view_item']);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect.poll(namesHere).toEqual(['pageview', 'view_item', 'add_to_cart']);
  expect(namesOf('ga4')).toEqual([]);
  release();
  await expect.poll(() => namesOf('ga4')).toEqual(['page_view', 'view_item', 'add_to_cart']);
});
