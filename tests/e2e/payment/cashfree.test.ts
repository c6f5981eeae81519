import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { addToServerCart, apiData, apiReply, newMobile, openReview, type Session } from '#tests/support/browser/customer.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { type CashfreeApi, clientId, clientSecret, startCashfreeApi } from '#tests/support/providers/cashfree.ts';
import { openSmsProvider, type SmsProvider } from '#tests/support/providers/sms.ts';

let api: CashfreeApi;
let sms: SmsProvider;
let shop: RunningShop;
let visitor: TestPage;
let page: Page;

/** The whole of what an owner writes. */
const config = `import { defineShop } from 'haat/config';
import { cashfree } from 'haat/extensions/cashfree';

export default defineShop({ payments: [cashfree] });
`;

// A shop with a configuration of its own is built first.
beforeAll(async () => {
  [api, sms] = await Promise.all([startCashfreeApi(), openSmsProvider()]);
  const dataDir = newDataDir(inject('smallTemplate'));
  const file = join(dataDir, 'shop.config.ts');
  writeFileSync(file, config);
  shop = await startShop(dataDir, {
    SHOP_CONFIG: file,
    CASHFREE_CLIENT_ID: clientId,
    CASHFREE_CLIENT_SECRET: clientSecret,
    CASHFREE_URL: `${api.url}/pg`,
    SMS_AUTH_KEY: sms.settings.authKey,
    SMS_TEMPLATE_OTP: 'T1',
    SMS_URL: sms.settings.url,
  });
}, 600_000);
afterAll(async () => {
  await shop?.stop();
  await Promise.all([api?.close(), sms?.close()]);
});

const inAppBrowser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 330.0';

async function openBrowser(userAgent?: string): Promise<void> {
  visitor = await openPage({ viewport: phone, ...(userAgent && { userAgent }) });
  page = visitor.page;
}
beforeEach(() => openBrowser());

/** Signs a new customer up with the code in the text message. */
async function signUp(): Promise<Session> {
  const mobile = newMobile();
  await apiReply(shop, '/otp/send', { mobile });
  const codeOf = () => sms.texts.findLast(({ recipient }) => recipient['mobiles'] === `91${mobile}`)?.recipient['otp'];
  await expect.poll(codeOf).toMatch(/^\d{6}$/);
  const { token } = await apiData<{ token: string }>(shop, '/otp/verify/checkout', { mobile, otp: codeOf() });
  const details = { firstname: 'Meera', lastname: 'Nair', email: `meera${mobile}@example.in` };
  const session = await apiData<Session>(shop, '/customer/update-user-details', details, token);
  return { ...session, token: session.token ?? token };
}

const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const frame = () => page.frameLocator('iframe[title="Cashfree Checkout"]');
const paymentId = () => present(new URL(page.url()).searchParams.get('id'));
const payButton = /^Pay ₹1,299\.00$/;

/** Opens the payment of a customer with a wallet in the cart. */
async function customerAtPayment(): Promise<Session> {
  const user = await signUp();
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, 'upi');
  await press(/^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  return user;
}

test('an order is paid in the window of a provider that an extension brings', async () => {
  const { token } = await customerAtPayment();
  const id = paymentId();
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await page.waitForURL(`**/order-success?id=${id}`);
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
  expect(api.orders.get(id)).toMatchObject({ order_amount: 1299 });
  expect(visitor.pageErrors).toEqual([]);
});

test('a closed window leads to the failure page, from which the held order can be paid', async () => {
  const { token } = await customerAtPayment();
  await press(payButton);
  await frame().getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/order-failure?id=*&why=abandoned');
  await page.getByRole('link', { name: 'Try again' }).click();
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

test('in a browser inside another app, the provider’s own page leads back to the thanks', async () => {
  await openBrowser(inAppBrowser);
  await customerAtPayment();
  await press(payButton);
  await page.waitForURL(`${api.url}/**`);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await heading('Thank you, Meera');
});

test('a module or script that cannot be loaded is said, and the shopper can try again or pay on delivery', async () => {
  const { token } = await customerAtPayment();
  await page.getByRole('button', { name: payButton }).waitFor();
  await page.route('**/payment/module/*', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('The payment button could not be loaded.').waitFor();
  await page.unroute('**/payment/module/*');
  await page.route('**/js/v3/cashfree.js', (route) => route.abort());
  await press('Try again');
  await press(payButton);
  await page.getByRole('alert').getByText('The payment window could not be opened.').waitFor();
  await press(/^Pay on delivery/);
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
});

test('a module that comes late pays the order', async () => {
  await page.route('**/payment/module/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.continue();
  });
  const { token } = await customerAtPayment();
  expect(await page.getByRole('button', { name: payButton }).count()).toBe(0);
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

test('the provider’s origins are in the policy of /payment only', async () => {
  const policyOf = async (path: string) => readPolicy(await fetch(shop.url + path));
  const policy = await policyOf('/payment');
  for (const directive of ['script-src', 'frame-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${api.url}[ ;]`));
  for (const path of ['/', '/cart', '/checkout', '/order-success', '/order-failure'])
    expect(await policyOf(path), path).not.toContain(api.url);
});
