import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { createLog } from '#api/logging.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import { razorpay } from '#api/services/payments/razorpay-module.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { keyId, keySecret, payByRazorpay, type RazorpayApi, startRazorpayApi } from '#tests/support/providers/razorpay.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { runOut } from '#tests/support/store/razorpay-shop.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let api: RazorpayApi;
let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;
let next = 9_430_000_000;
const lines: string[] = [];
const log = createLog({ production: true, level: 'warn', destination: { write: (line) => void lines.push(line) } });

beforeAll(async () => {
  api = await startRazorpayApi();
  shop = await openShop({ log, payments: payByRazorpay(api.url) });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_050, stock: 100 });
});
beforeEach(async () => {
  api.mood = 'well';
  api.requests.length = 0;
  shopper = customerOf(shop, await signUp(shop, String(next++)));
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const show = (id: string) => shop.call(getPaymentCall, { token: shopper.token, params: { id } });
const confirm = (id: string, proof?: Record<string, string>) =>
  shop.call(confirmPaymentCall, { token: shopper.token, params: { id }, body: { outcome: 'paid', proof } });
const orderStatus = async () => (await shopper.orders())[0]?.status;

async function begin(): Promise<string> {
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  expect(payment).toMatchObject({ provider: 'razorpay', amount: '500.50' });
  return payment?.id ?? '';
}

/** Opens the payment as its page does; returns the provider's order id. */
async function open(id: string): Promise<string> {
  const shown = await show(id);
  if (!shown.success) throw new Error(String(shown.message));
  return shown.data.options?.['order_id'] ?? '';
}

const captured = (order: string, more: Record<string, unknown> = {}) => ({
  event: 'payment.captured',
  payload: { payment: { entity: { id: 'pay_9', order_id: order, amount: 50_050, currency: 'INR', ...more } } },
});

const send = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  shop.store.fetch(new Request('http://store.test/api/payment/webhook/razorpay', { method: 'POST', body, headers }));

test('the provider is told the amount once, and the button gets the data it needs', async () => {
  const id = await begin();
  expect(api.requests).toEqual([]);
  const shown = await show(id);
  expect(shown).toMatchObject({
    data: { options: { key: keyId, order_id: expect.stringMatching(/^order_/), amount: '50050', currency: 'INR' } },
  });
  const again = await show(id);
  expect(again.success && shown.success && { ...again.data, seconds_left: shown.data.seconds_left }).toEqual(
    shown.success && shown.data,
  );
  expect(api.requests).toHaveLength(1);
  expect(api.requests[0]?.body).toMatchObject({
    amount: 50_050,
    currency: 'INR',
    receipt: id,
    payment: { capture: 'automatic' },
  });
  expect(api.requests[0]?.authorization).toBe(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
});

test('only payments signed by the provider count as paid', async () => {
  const id = await begin();
  const order = await open(id);
  const right = api.pay(order, 'pay_1');
  for (const proof of [
    undefined,
    {},
    { ...right, razorpay_signature: '' },
    { ...right, razorpay_signature: right.razorpay_signature.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) },
    { ...right, razorpay_payment_id: 'pay_2' },
    api.pay('order_of_another', 'pay_1'),
  ]) {
    expect(await confirm(id, proof)).toMatchObject({ httpStatus: 422, message: 'The payment could not be verified' });
  }
  expect(await orderStatus()).toBe('payment is pending');
  expect(await confirm(id, right)).toMatchObject({ data: { status: 'paid' } });
  expect(await confirm(id, right)).toMatchObject({ data: { status: 'paid' } });
  expect(await orderStatus()).toBe('order has been placed');
});

test('a signed webhook places the order without the browser, and a repeated one changes nothing', async () => {
  const id = await begin();
  const order = await open(id);
  for (let i = 0; i < 2; i++) expect((await send(api.message(captured(order)))).status).toBe(200);
  expect(await show(id)).toMatchObject({ data: { status: 'paid' } });
  expect(await orderStatus()).toBe('order has been placed');
  expect(await confirm(id, api.pay(order, 'pay_9'))).toMatchObject({ data: { status: 'paid' } });
});

test('a webhook with an invalid signature is refused', async () => {
  const order = await open(await begin());
  const genuine = api.message(captured(order));
  const responses = [
    await send({ ...genuine, headers: {} }),
    await send({ ...genuine, body: genuine.body.replace('pay_9', 'pay_8') }),
    await send({ ...genuine, headers: { 'x-razorpay-signature': 'nonsense' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(await orderStatus()).toBe('payment is pending');
});

test('valid webhooks of other events are accepted and change nothing', async () => {
  const order = await open(await begin());
  for (const content of [
    captured('order_of_another_shop'),
    captured(order, { amount: 100 }),
    captured(order, { currency: 'USD' }),
    { ...captured(order), event: 'payment.failed' },
    'hello',
  ]) {
    expect((await send(api.message(content))).status).toBe(200);
  }
  expect(await orderStatus()).toBe('payment is pending');
});

test('while the provider fails, the order is kept and the shopper may retry', async () => {
  api.mood = 'broken';
  const id = await begin();
  expect(await show(id)).toMatchObject({
    httpStatus: 503,
    message: 'The payment provider cannot be reached at the moment. Please try again.',
  });
  api.mood = 'well';
  expect(await open(id)).toMatch(/^order_/);
});

test('a provider that does not respond is given up after five seconds', async () => {
  api.mood = 'silent';
  const id = await begin();
  const begun = performance.now();
  expect(await show(id)).toMatchObject({ httpStatus: 503 });
  const seconds = (performance.now() - begun) / 1000;
  expect(seconds).toBeGreaterThan(4.5);
  expect(seconds).toBeLessThan(7);
}, 180_000);

test('a payment whose report was lost is found when its hold ends', async () => {
  const id = await begin();
  const order = await open(id);
  api.payments.set(order, { id: 'pay_lost', status: 'captured', amount: 50_050 });
  await runOut(shop, id);
  expect(await show(id)).toMatchObject({ data: { status: 'paid' } });
  expect(await orderStatus()).toBe('order has been placed');
  const authorised = await begin();
  api.payments.set(await open(authorised), { id: 'pay_later', status: 'authorized', amount: 50_050 });
  await runOut(shop, authorised);
  expect(await show(authorised)).toMatchObject({ data: { status: 'pending', confirming: true } });
});

test('a refund is made once with its id, and the next question finds it', async () => {
  const provider = await connectProvider(payByRazorpay(api.url), shop.store.db, log);
  const due = { id: 'RF1', amount: 20_000, providerOrder: 'order_1', providerPayment: 'pay_refunded' };
  for (let i = 0; i < 2; i++) expect(await provider.refund?.(due)).toBe('pending');
  expect([...api.refunds]).toEqual([['RF1', { receipt: 'RF1', payment: 'pay_refunded', amount: 20_000, status: 'pending' }]]);
  const [made] = api.refunds.values();
  if (made) made.status = 'processed';
  expect(await provider.refund?.(due)).toBe('done');
});

test('keys come from the environment, and missing ones are named', () => {
  const whole = inspectConfiguration({ RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret });
  const values = { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret };
  expect(whole).toMatchObject({ problems: [], configuration: { demoMode: false, payments: { values } } });
  expect(inspectConfiguration({ RAZORPAY_KEY_ID: keyId }).problems).toEqual([
    'RAZORPAY_KEY_SECRET must be set when RAZORPAY_KEY_ID is',
  ]);
});

test('its checkout is allowed from Razorpay’s hosts, and with another URL from that alone', async () => {
  const live = await razorpay.connect({ RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret }, log);
  const script = 'https://checkout.razorpay.com/v1/checkout.js';
  expect(live.checkout).toEqual({ provider: 'razorpay', script, opens_choice: true, origins: ['https://*.razorpay.com'] });
  const { storeinfo } = await shop.succeed(storeInfoCall);
  expect(storeinfo.payment_checkout).toEqual({ provider: 'razorpay', script: `${api.url}/v1/checkout.js`, opens_choice: true });
});

test('a valid webhook that matches no payment is accepted, logged with its ids and counted', async () => {
  const id = await begin();
  const order = await open(id);
  const mismatches: [Record<string, unknown>, string][] = [
    [{ amount: 100 }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ order_id: 'order_of_another_shop' }, 'unknown_order'],
  ];
  for (const [more, reason] of mismatches) {
    lines.length = 0;
    expect((await send(api.message(captured(order, more)))).status).toBe(200);
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([
      expect.objectContaining({
        msg: 'webhook matches no payment of this shop',
        reason,
        providerOrder: 'order_id' in more ? 'order_of_another_shop' : order,
        providerPayment: 'pay_9',
        amount: 'amount' in more ? 100 : 50_050,
        currency: 'currency' in more ? 'USD' : 'INR',
        ...(reason !== 'unknown_order' && { payment: id, due: 50_050 }),
      }),
    ]);
    expect(await shop.store.metrics.read()).toMatch(new RegExp(`shop_webhook_mismatches_total\\{reason="${reason}"\\} [1-9]`));
  }
  expect(await orderStatus()).toBe('payment is pending');
});
