import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import { maskPhone } from '#lib/rules/mask-contact.ts';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { addToServerCart, apiData, apiReply, newMobile, openReview, type Session } from '#tests/support/browser/customer.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { keyId, keySecret, type RazorpayApi, startRazorpayApi, webhookSecret } from '#tests/support/providers/razorpay.ts';
import { openSmsProvider, type SmsProvider } from '#tests/support/providers/sms.ts';

let api: RazorpayApi;
let sms: SmsProvider;
let shop: RunningShop;
let visitor: TestPage;
let page: Page;

beforeAll(async () => {
  [api, sms] = await Promise.all([startRazorpayApi(), openSmsProvider()]);
  shop = await startShop(newDataDir(inject('smallTemplate')), {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: api.url,
    SMS_AUTH_KEY: sms.settings.authKey,
    SMS_TEMPLATE_OTP: 'T1',
    SMS_TEMPLATE_ORDER_PLACED: 'T2',
    SMS_URL: sms.settings.url,
  });
});
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

/** The values of the latest text message to a number with this template. */
const textTo = (mobile: string, template: string): Record<string, string> | undefined =>
  sms.texts.findLast((text) => text.template === template && text.recipient['mobiles'] === `91${mobile}`)?.recipient;

/** Signs a new customer up with the code in the text message. */
async function signUp(): Promise<Session> {
  const mobile = newMobile();
  await apiReply(shop, '/otp/send', { mobile });
  await expect.poll(() => textTo(mobile, 'T1')?.['otp']).toMatch(/^\d{6}$/);
  const otp = textTo(mobile, 'T1')?.['otp'];
  const { token } = await apiData<{ token: string }>(shop, '/otp/verify/checkout', { mobile, otp });
  const details = { firstname: 'Meera', lastname: 'Nair', email: `meera${mobile}@example.in` };
  const session = await apiData<Session>(shop, '/customer/update-user-details', details, token);
  return { ...session, token: session.token ?? token };
}

const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const frame = () => page.frameLocator('iframe[title="Razorpay Checkout"]');
const paymentId = () => present(new URL(page.url()).searchParams.get('id'));
const failedHeading = "Payment didn't go through. Your cart is safe.";
const payButton = /^Pay ₹1,299\.00$/;

/** Opens the payment of a customer with a wallet in the cart. */
async function customerAtPayment(): Promise<Session> {
  const user = await signUp();
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, 'upi');
  await press(/^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  await page.getByRole('button', { name: payButton }).waitFor();
  return user;
}

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

test('paying in the provider’s window places the order, and a text message says so', async () => {
  const { token, customer } = await customerAtPayment();
  const id = paymentId();
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).waitFor();
  const options = await page.evaluate(() => (window as unknown as { razorpayOptions: Record<string, unknown> }).razorpayOptions);
  expect(options).toMatchObject({
    key: keyId,
    order_id: expect.stringMatching(/^order_/),
    amount: '129900',
    currency: 'INR',
    name: 'Small Shop',
    prefill: { name: 'Meera Nair', contact: `+91${customer.phone_number}`, method: 'upi' },
  });
  expect(options['redirect']).toBeUndefined();
  await frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await page.waitForURL(`**/order-success?id=${id}`);
  await heading('Thank you, Meera');
  await page.getByText(`We sent the details to ${maskPhone(customer.phone_number)}.`).waitFor();
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
  await expect.poll(() => textTo(customer.phone_number, 'T2')).toBeDefined();
  expect(visitor.pageErrors).toEqual([]);
});

test('a failed attempt leads to the failure page, from which the held order can be paid', async () => {
  const { token } = await customerAtPayment();
  await press(payButton);
  await frame().getByRole('button', { name: 'Let it fail' }).click();
  await frame().getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/order-failure?id=*&why=failed');
  await heading(failedHeading);
  await page.getByText('Your bank or UPI app did not complete the payment.').waitFor();
  await page.getByText(/We hold your items for 1[45]:/).waitFor();
  expect((await orders(token))[0]?.status).toBe('payment is pending');
  await page.getByRole('link', { name: 'Try again' }).click();
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).click();
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
});

test('a closed window is no failure of the bank, and paying on delivery places the same order', async () => {
  const { token } = await customerAtPayment();
  await press(payButton);
  await frame().getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/order-failure?id=*&why=abandoned');
  await page.getByText('nothing has been paid').waitFor();
  await press('Pay on delivery instead');
  await heading('Thank you, Meera');
  expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
});

test('a payment made in another app is confirmed by itself, and a second one is shown as a refund', async () => {
  const { token } = await customerAtPayment();
  const id = paymentId();
  const { options } = await apiData<{ options: Record<string, string> }>(shop, `/payment/${id}`, undefined, token);
  const report = async (event: string, payment = `app_${id}`) => {
    const entity = { id: payment, order_id: options['order_id'], amount: 129_900, currency: 'INR' };
    const { body, headers } = api.message({ event, payload: { payment: { entity } } });
    const reported = await fetch(`${shop.apiUrl}/payment/webhook/razorpay`, { method: 'POST', body, headers });
    expect(reported.status).toBe(200);
  };

  await report('payment.authorized');
  await page.getByText('Your payment is being confirmed').waitFor();
  await page.goto(`${shop.url}/order-failure?id=${id}&why=abandoned`);
  await page.waitForURL(`**/payment?id=${id}`);
  await page.getByText('Your payment is being confirmed').waitFor();
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);

  await report('payment.captured');
  await page.waitForURL(`**/order-success?id=${id}`);
  await heading('Thank you, Meera');
  await report('payment.captured', `second_${id}`);
  await page.goto(`${shop.url}/my-account/orders`);
  await page.locator('.order-card button').first().click();
  await page.getByText('We return ₹1,299.00 to the account you paid from.').waitFor();
}, 180_000);

test('a script that cannot be loaded is said, and the shopper can try again', async () => {
  await customerAtPayment();
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await page.reload();
  await press(payButton);
  await page.getByRole('alert').getByText('The payment window could not be opened.').waitFor();
  await page.unroute('**/v1/checkout.js');
  await press(payButton);
  await frame().getByRole('button', { name: 'Pay by UPI' }).waitFor();
});

describe('in a browser inside another app', () => {
  beforeEach(() => openBrowser(inAppBrowser));

  test('the payment is made on the provider’s own page, which leads back to the thanks', async () => {
    const { token } = await customerAtPayment();
    await press(payButton);
    await page.waitForURL(`${api.url}/**`);
    await press('Pay by UPI');
    await page.waitForURL(`${shop.url}/order-success?id=*`);
    await heading('Thank you, Meera');
    expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(`${shop.url}/order-success?id=*`);
    expect(await orders(token)).toHaveLength(1);
  });

  test('a payment that is left there leads back to the failure', async () => {
    await customerAtPayment();
    await press(payButton);
    await page.waitForURL(`${api.url}/**`);
    await press('Leave');
    await page.waitForURL(`${shop.url}/order-failure?id=*&why=abandoned`);
    await heading(failedHeading);
  });
});
