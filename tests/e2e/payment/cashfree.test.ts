import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { clientId, clientSecret, startCashfreeApi } from '#tests/support/providers/cashfree.ts';
import { openSmsProvider } from '#tests/support/providers/sms.ts';
import { useShop } from '#tests/support/shop-test.ts';
import { inAppBrowser, ordersOf, payButton, usePaymentPage } from './payment-page.ts';

/** The whole of what an owner writes. */
const config = `import { defineShop } from 'haat/config';
import { cashfree } from 'haat/extensions/cashfree';

export default defineShop({ payments: [cashfree] });
`;

// A shop with a configuration of its own is built first.
const [api, sms] = await Promise.all([startCashfreeApi(), openSmsProvider()]);
afterAll(() => Promise.all([api.close(), sms.close()]));
const dataDir = newDataDir(inject('smallTemplate'));
const file = join(dataDir, 'shop.config.ts');
writeFileSync(file, config);
const { shop, test: pageTest } = await useShop(
  startShop(dataDir, {
    SHOP_CONFIG: file,
    CASHFREE_CLIENT_ID: clientId,
    CASHFREE_CLIENT_SECRET: clientSecret,
    CASHFREE_URL: `${api.url}/pg`,
    SMS_AUTH_KEY: sms.settings.authKey,
    SMS_TEMPLATE_OTP: 'T1',
    SMS_URL: sms.settings.url,
  }),
);
const test = pageTest.extend('at', ({ visitor }) => usePaymentPage(visitor, { shop, sms, frameTitle: 'Cashfree Checkout' }));
const inAppTest = test.extend('pageOptions', { userAgent: inAppBrowser });

test('an order is paid in the window of a provider that an extension brings', async ({ at }) => {
  const { token } = await at.arrive();
  const id = at.paymentId();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await at.page.waitForURL(`**/order-success?id=${id}`);
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
  expect(api.orders.get(id)).toMatchObject({ order_amount: 1299 });
  expect(at.pageErrors).toEqual([]);
});

test('a closed window leads to the failure page, from which the held order can be paid', async ({ at }) => {
  const { token } = await at.arrive();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Close' }).click();
  await at.page.waitForURL('**/order-failure?id=*&why=abandoned');
  await at.page.getByRole('link', { name: 'Try again' }).click();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

inAppTest('in a browser inside another app, the provider’s own page leads back to the thanks', async ({ at }) => {
  await at.arrive();
  await at.press(payButton);
  await at.page.waitForURL(`${api.url}/**`);
  await at.page.getByRole('link', { name: 'Back to the shop' }).click();
  await at.heading('Thank you, Meera');
});

test('a module or script that cannot be loaded is said, and the shopper can try again or pay on delivery', async ({ at }) => {
  const { token } = await at.arrive();
  await at.page.getByRole('button', { name: payButton }).waitFor();
  await at.page.route('**/payment/module/*', (route) => route.abort());
  await at.page.reload();
  await at.page.getByRole('alert').getByText('The payment button could not be loaded.').waitFor();
  await at.page.unroute('**/payment/module/*');
  await at.page.route('**/js/v3/cashfree.js', (route) => route.abort());
  await at.press('Try again');
  await at.press(payButton);
  await at.page.getByRole('alert').getByText('The payment window could not be opened.').waitFor();
  await at.press(/^Pay on delivery/);
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
});

test('a module that comes late pays the order', async ({ at }) => {
  await at.page.route('**/payment/module/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.continue();
  });
  const { token } = await at.arrive();
  expect(await at.page.getByRole('button', { name: payButton }).count()).toBe(0);
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

test('the provider’s origins are in the policy of /payment only', async () => {
  const policyOf = async (path: string) => readPolicy(await fetch(shop.url + path));
  const policy = await policyOf('/payment');
  for (const directive of ['script-src', 'frame-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${api.url}[ ;]`));
  for (const path of ['/', '/cart', '/checkout', '/order-success', '/order-failure'])
    expect(await policyOf(path), path).not.toContain(api.url);
});
