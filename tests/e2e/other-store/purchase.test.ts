import type { Page } from 'playwright';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished } from 'vitest';
import { openStaticShop, PUBLIC_API } from '#tests/server/static/static-shop.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { submitAddress } from '#tests/support/browser/customer.ts';
import { pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { OTP } from '#tests/support/other-store/calls.ts';
import { routeCalls } from '#tests/support/other-store/route-calls.ts';
import { startOtherStore } from '#tests/support/other-store/server.ts';
import { useShop } from '#tests/support/shop-test.ts';
import { startStaticServer } from '#tests/support/static-site/static-server.ts';

const store = await startOtherStore();
afterAll(store.stop);
const [{ shop: site, test }, files] = await Promise.all([
  useShop(startShop(newDataDir(), { STORE_API_URL: store.apiUrl, STORE_REVALIDATE_SECONDS: '0' })),
  openStaticShop(),
]);
afterAll(files.close);
await files.buildFrom(store.apiUrl);
const fileServer = await startStaticServer(files.outDir);
afterAll(fileServer.stop);
beforeEach(() => {
  store.shapes = {};
  store.change = (_, reply) => reply;
});

/** The hosts of the pages: their address, and where browsers call the store. */
const hosts: [name: string, host: () => { url: string; api: string }][] = [
  ['a server', () => ({ url: site.url, api: inject('publicApiUrl') || `${site.url}/api` })],
  ['static files', () => ({ url: fileServer.url, api: PUBLIC_API })],
];

/** Opens a page whose calls and pictures reach the independent store. */
async function openAt(page: Page, api: string, { older = 0 } = {}): Promise<void> {
  if (older)
    await page.addInitScript((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, older);
  await routeCalls(page, api, store);
}

/** Changes the size of the only line in the cart popup. */
async function changeSize(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Size: ${from}, change for` }).click();
  await page.getByRole('dialog', { name: 'Choose a size' }).getByRole('button', { name: to, exact: true }).click();
}

const pages: [page: string, text: string][] = [
  ['/', 'Shirt 1'],
  ['/shop', 'Cap 2'],
  ['/categories', 'Caps'],
  ['/products/shirt-1', '₹101.00'],
  ['/products/cap-2', '₹102.00'],
  ['/faq', 'FAQ'],
];

describe.for(hosts)('with the pages from %s', ([name, host]) => {
  test('every page shows what the store sends', async () => {
    for (const [path, text] of pages) {
      const response = await fetch(host().url + path);
      const html = (await response.text()).replace(/<(template|script)[\s\S]*?<\/\1>/g, '');
      expect([path, response.status]).toEqual([path, 200]);
      expect(html).toContain(text);
      expect(html).toMatch(/<a class="brand" href="\/" translate="no">\s*Other Store/);
      expect(html).not.toMatch(/role="alert"[^>]*>\s*<p|Failed to/);
    }
  });

  test('a guest finds a product, buys it on delivery and sees the order', async ({ page }) => {
    const { url, api } = host();
    const mobile = name === 'a server' ? '9876522222' : '9876533333';
    await openAt(page, api);
    await page.goto(`${url}/shop?search=shirt`);
    await page.getByRole('link', { name: 'Shirt 3', exact: true }).click();
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await changeSize(page, 'M', 'S');
    await page.getByRole('button', { name: 'Size: S, change for Shirt 3' }).waitFor();
    await page.goto(`${url}/checkout`);
    await page.getByLabel('Mobile number').fill(mobile);
    await page.getByRole('button', { name: 'Send code', exact: true }).click();
    await page.getByLabel('6-digit code').fill(OTP);
    await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
    await page.getByLabel('First name').fill('Meera');
    await page.getByLabel('Last name').fill('Nair');
    await page.getByLabel('Email').fill('meera@example.in');
    // Cash on delivery is all that is offered.
    await submitAddress(page);
    await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
    await page.waitForURL(`${url}/order-success`);
    await page.getByText('OS-101').first().waitFor();
    const account = store.accounts.find(({ customer }) => customer.phone_number === mobile);
    expect(account?.orders).toMatchObject([{ final_amount: '103.00', quantity: 1, payment_method: 'cod' }]);
    await page.goto(`${url}/my-account/orders`);
    await page.getByRole('button', { name: /View details/ }).click();
    await page.getByText('Order Has Been Placed').first().waitFor();
  });

  test('a customer signs in, buys with a coupon, sees the order and cancels it', async ({ page }) => {
    const { url, api } = host();
    const account = store.accounts[0] as (typeof store.accounts)[0];
    account.orders.length = account.cart.length = 0;
    await openAt(page, api);
    const press = (button: string | RegExp) => page.getByRole('button', { name: button }).first().click();
    await page.goto(`${url}/signin`);
    await page.getByRole('tab', { name: 'Password' }).click();
    const form = useAuthForm(page);
    await form.fill({ Email: 'asha@example.com', Password: 'secret!' });
    await form.press('Sign in');
    await page.waitForURL((address) => address.pathname !== '/signin');
    await page.goto(`${url}/products/shirt-5`);
    await page.getByRole('radio', { name: 'S', exact: true }).check();
    await press('Add to cart');
    const cart = page.getByRole('dialog', { name: /^Your cart/ });
    await cart.getByRole('button', { name: 'Increase quantity' }).click();
    await cart.getByText('₹210.00').first().waitFor();
    await expect.poll(() => account.cart).toMatchObject([{ product_id: 5, id: 50, quantity: 2 }]);
    await changeSize(page, 'S', 'M');
    await expect.poll(() => account.cart).toMatchObject([{ product_id: 5, id: 51, quantity: 2 }]);
    await page.goto(`${url}/checkout`);
    await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
    await submitAddress(page);
    await page.getByText('Have a coupon?').click();
    await page.getByLabel('Coupon code').fill('TEN');
    await press('Apply');
    await page.getByText('You save ₹10.00').waitFor();
    await pressPlaceOrder(page, '₹200.00');
    await page.waitForURL(`${url}/order-success`);
    expect(account.orders).toMatchObject([{ final_amount: '200.00', quantity: 2, payment_method: 'cod' }]);
    expect(account.cart).toEqual([]);
    await page.getByText('OS-101').first().waitFor();
    await page.goto(`${url}/my-account/orders`);
    await press(/View details/);
    await press('Cancel Order');
    const dialog = page.getByRole('dialog', { name: 'Cancel Order' });
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Payment Issue');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect.poll(() => account.orders).toMatchObject([{ status: 'order is cancelled' }]);
    await page.getByText('Order Is Cancelled').first().waitFor();
  });
});

const shapes = [
  { lists: 'nested', pages: 'texts', withoutSuccess: true },
  { lists: 'products', pages: 'none', localised: true },
  { lists: 'bare', pages: 'ignored', otherTypes: true },
  { without: ['slug', 'product_images', 'sub_category', 'variants'] },
] as const;

test.for(shapes)('a server shows lists of any shape: %o', async (shape) => {
  store.shapes = { ...shape, ...('without' in shape && { without: [...shape.without] }) };
  const query = `?min_price=${shapes.indexOf(shape) + 1}`;
  const html = await (await fetch(`${site.url}/shop${query}`)).text();
  expect(html).toContain('Shirt 1');
  expect(html).toContain('₹101.00');
  expect((await fetch(`${site.url}/products/${'without' in shape ? '5' : 'shirt-5'}`)).status).toBe(200);
});

test('a product without a price is shown, and cannot be bought', async () => {
  store.shapes = { without: ['final_price'] };
  const html = await (await fetch(`${site.url}/products/shirt-7`)).text();
  expect(html).toContain('Price not available');
  expect(html).not.toMatch(/₹0\.00|"@type":"Offer"/);
  expect(html).toMatch(/<p class="buy-sold-out"><b>Not available/);
  expect(html).not.toMatch(/<button[^>]*add-to-cart/);
});

test('a static site has every product, also of a store that does not count its pages', async () => {
  const built = (path: string) => fetch(fileServer.url + path).then(({ status }) => status);
  for (const pagesOf of ['none', 'ignored'] as const) {
    store.shapes = { pages: pagesOf };
    await files.buildFrom(store.apiUrl);
    expect(await built('/products/shirt-1')).toBe(200);
    expect(await built('/products/cap-30')).toBe(pagesOf === 'none' ? 200 : 404);
  }
  store.shapes = {};
  await files.buildFrom(store.apiUrl);
  // Three builds of a static site.
}, 120_000);

test.for(['nested', 'products', 'bare'] as const)(
  'a static site shows today’s prices of a store whose lists are %s, and keeps the products that it does not send',
  async (lists, { page }) => {
    store.shapes = { lists, pages: 'none', otherTypes: true };
    store.change = (path, reply) =>
      path === '/get-products' ? JSON.parse(JSON.stringify(reply).replaceAll(/"final_price":103\b/g, '"final_price":95')) : reply;
    await openAt(page, PUBLIC_API, { older: 3_600_000 });
    await page.goto(`${fileServer.url}/shop`);
    const card = (name: string) => page.locator('.card').filter({ has: page.getByRole('link', { name, exact: true }) });
    await card('Shirt 3').getByText('₹95.00').waitFor();
    await card('Shirt 1').getByText('₹101.00').waitFor();
    store.change = (path, reply) => (path === '/get-products' ? { data: [] } : reply);
    const asked = page.waitForResponse('**/get-products*');
    await page.goto(`${fileServer.url}/shop`);
    await asked;
    await page.waitForTimeout(500);
    expect(await card('Shirt 1').count()).toBe(1);
  },
);

test.for([
  ['/subcategory-variations', '<h1>Bad gateway</h1>'],
  ['/new-arrivals', { success: false, message: 'Closed' }],
  ['/get-products', { success: true }],
] as const)('a static site keeps its files when %s cannot be read', async ([path, answer]) => {
  store.change = (asked, reply) => (asked === path ? answer : reply);
  onTestFinished(() => {
    store.change = (_, reply) => reply;
  });
  await expect(files.buildFrom(store.apiUrl)).rejects.toThrow();
  expect(await (await fetch(`${fileServer.url}/shop`)).text()).toContain('Shirt 1');
});
