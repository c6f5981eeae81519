import { afterAll, describe, expect, inject } from 'vitest';
import { maskPhone } from '#islands/payment/mask-contact.ts';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { apiData } from '#tests/support/browser/customer.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { keyId, keySecret, startRazorpayApi, webhookSecret } from '#tests/support/providers/razorpay.ts';
import { openSmsProvider } from '#tests/support/providers/sms.ts';
import { useShop } from '#tests/support/shop-test.ts';
import { inAppBrowser, ordersOf, payButton, textTo, usePaymentPage } from './payment-page.ts';

const [api, sms] = await Promise.all([startRazorpayApi(), openSmsProvider()]);
afterAll(() => Promise.all([api.close(), sms.close()]));
const { shop, test: pageTest } = await useShop(
  startShop(newDataDir(inject('smallTemplate')), {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: api.url,
    SMS_AUTH_KEY: sms.settings.authKey,
    SMS_TEMPLATE_OTP: 'T1',
    SMS_TEMPLATE_ORDER_PLACED: 'T2',
    SMS_URL: sms.settings.url,
  }),
);
const test = pageTest.extend('at', ({ visitor }) => usePaymentPage(visitor, { shop, sms, frameTitle: 'Razorpay Checkout' }));
const inAppTest = test.extend('pageOptions', { userAgent: inAppBrowser });

const failedHeading = "Payment didn't go through. Your cart is safe.";

const policyOf = async (path: string) => readPolicy(await fetch(shop.url + path));

test('the provider’s script runs on /payment only, and only there its hosts are in the policy', async () => {
  const policy = await policyOf('/payment');
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'img-src', 'form-action'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${api.url}[ ;]`));
  for (const path of ['/', '/cart', '/checkout', '/order-success', '/order-failure', '/signin'])
    expect(await policyOf(path), path).not.toContain(api.url);
  const opener = async (path: string) => (await fetch(shop.url + path)).headers.get('cross-origin-opener-policy');
  expect([await opener('/payment'), await opener('/checkout')]).toEqual(['same-origin-allow-popups', 'same-origin']);
});

test('paying in the provider’s window places the order, and a text message says so', async ({ at }) => {
  const { token, customer } = await at.arrive();
  const id = at.paymentId();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).waitFor();
  const options = await at.page.evaluate(
    () => (window as unknown as { razorpayOptions: Record<string, unknown> }).razorpayOptions,
  );
  expect(options).toMatchObject({
    key: keyId,
    order_id: expect.stringMatching(/^order_/),
    amount: '129900',
    currency: 'INR',
    name: 'Small Shop',
    prefill: { name: 'Meera Nair', contact: `+91${customer.phone_number}`, method: 'upi' },
  });
  expect(options['redirect']).toBeUndefined();
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await at.page.waitForURL(`**/order-success?id=${id}`);
  await at.heading('Thank you, Meera');
  await at.page.getByText(`We sent the details to ${maskPhone(customer.phone_number)}.`).waitFor();
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
  await expect.poll(() => textTo(sms, customer.phone_number, 'T2')).toBeDefined();
  expect(at.pageErrors).toEqual([]);
});

test('a failed attempt leads to the failure page, from which the held order can be paid', async ({ at }) => {
  const { token } = await at.arrive();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Let it fail' }).click();
  await at.frame().getByRole('button', { name: 'Close' }).click();
  await at.page.waitForURL('**/order-failure?id=*&why=failed');
  await at.heading(failedHeading);
  await at.page.getByText('Your bank or UPI app did not complete the payment.').waitFor();
  await at.page.getByText(/We hold your items for 1[45]:/).waitFor();
  expect((await ordersOf(shop, token))[0]?.status).toBe('payment is pending');
  await at.page.getByRole('link', { name: 'Try again' }).click();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

test('a closed window is no failure of the bank, and paying on delivery places the same order', async ({ at }) => {
  const { token } = await at.arrive();
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Close' }).click();
  await at.page.waitForURL('**/order-failure?id=*&why=abandoned');
  await at.page.getByText('nothing has been paid').waitFor();
  await at.press('Pay on delivery instead');
  await at.heading('Thank you, Meera');
  expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
});

test('a payment made in another app is confirmed by itself, and a second one is shown as a refund', async ({ at }) => {
  const { token } = await at.arrive();
  const id = at.paymentId();
  const { options } = await apiData<{ options: Record<string, string> }>(shop, `/payment/${id}`, undefined, token);
  const report = async (event: string, payment = `app_${id}`) => {
    const entity = { id: payment, order_id: options['order_id'], amount: 129_900, currency: 'INR' };
    const { body, headers } = api.message({ event, payload: { payment: { entity } } });
    const reported = await fetch(`${shop.apiUrl}/payment/webhook/razorpay`, { method: 'POST', body, headers });
    expect(reported.status).toBe(200);
  };

  await report('payment.authorized');
  await at.page.getByText('Your payment is being confirmed').waitFor();
  await at.page.goto(`${shop.url}/order-failure?id=${id}&why=abandoned`);
  await at.page.waitForURL(`**/payment?id=${id}`);
  await at.page.getByText('Your payment is being confirmed').waitFor();
  expect(await at.page.getByRole('button', { name: /^Pay / }).count()).toBe(0);

  await report('payment.captured');
  await at.page.waitForURL(`**/order-success?id=${id}`);
  await at.heading('Thank you, Meera');
  await report('payment.captured', `second_${id}`);
  await at.page.goto(`${shop.url}/my-account/orders`);
  await at.page.locator('.order-card button').first().click();
  await at.page.getByText('We return ₹1,299.00 to the account you paid from.').waitFor();
}, 180_000);

test('a script that cannot be loaded is said, and the shopper can try again', async ({ at }) => {
  await at.arrive();
  await at.page.route('**/v1/checkout.js', (route) => route.abort());
  await at.page.reload();
  await at.press(payButton);
  await at.page.getByRole('alert').getByText('The payment window could not be opened.').waitFor();
  await at.page.unroute('**/v1/checkout.js');
  await at.press(payButton);
  await at.frame().getByRole('button', { name: 'Pay by UPI' }).waitFor();
});

describe('in a browser inside another app', () => {
  inAppTest('the payment is made on the provider’s own page, which leads back to the thanks', async ({ at }) => {
    const { token } = await at.arrive();
    await at.press(payButton);
    await at.page.waitForURL(`${api.url}/**`);
    await at.press('Pay by UPI');
    await at.page.waitForURL(`${shop.url}/order-success?id=*`);
    await at.heading('Thank you, Meera');
    expect(await ordersOf(shop, token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
    await at.page.goBack();
    await at.page.goBack();
    await at.page.waitForURL(`${shop.url}/order-success?id=*`);
    expect(await ordersOf(shop, token)).toHaveLength(1);
  });

  inAppTest('a payment that is left there leads back to the failure', async ({ at }) => {
    await at.arrive();
    await at.press(payButton);
    await at.page.waitForURL(`${api.url}/**`);
    await at.press('Leave');
    await at.page.waitForURL(`${shop.url}/order-failure?id=*&why=abandoned`);
    await at.heading(failedHeading);
  });
});
