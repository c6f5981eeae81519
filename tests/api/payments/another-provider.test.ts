import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPayments } from '#api/environment/modules.ts';
import { razorpay } from '#api/services/payments/razorpay-module.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { examplePay } from '#tests/fixtures/extensions/payment-provider.ts';
import { readProjectFile } from '#tests/house/imports.ts';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { runOut } from '#tests/support/store/razorpay-shop.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const key = 'live_key';
const sign = (signed: string): string => createHmac('sha256', key).update(signed).digest('hex');

let isBroken = false;
const orders = new Map<string, { id: string; amount: unknown; payment?: string }>();

/** Refunds by idempotency key. */
const refunds = new Map<string, { amount: unknown; payment: unknown }>();

/** What the service answers to a request; undefined for one that it does not know. */
function answer(request: string, idempotencyKey: string, body: Record<string, unknown>): object | undefined {
  if (request === 'POST /orders' && body['currency'] === 'INR') {
    const order = orders.get(idempotencyKey) ?? { id: `order_${orders.size + 1}`, amount: body['amount'] };
    orders.set(idempotencyKey, order);
    return order;
  }
  if (request === 'POST /refunds') {
    refunds.set(idempotencyKey, { amount: body['amount'], payment: body['payment'] });
    return { state: 'done' };
  }
  return [...orders.values()].find(({ id }) => request === `GET /orders/${id}`);
}

/** The service of the example: one order for each idempotency key. */
const server = createServer(async (request, response) => {
  const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
  const { authorization, 'idempotency-key': idempotencyKey = '' } = request.headers;
  const reply = answer(`${request.method} ${request.url}`, String(idempotencyKey), body);
  if (isBroken || authorization !== `Bearer ${key}` || !reply) return void response.writeHead(500).end();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
});

let shop: TestShop;
let lamp: AddedProduct;
let service: LoopbackServer;
let next = 9_480_000_000;

beforeAll(async () => {
  service = await listenOnLoopback(server);
  const values = { EXAMPLEPAY_KEY: key, EXAMPLEPAY_URL: service.url };
  shop = await openShop({ payments: { provider: examplePay, values } });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_050, stock: 100 });
});

afterEach(() => {
  isBroken = false;
});

afterAll(async () => {
  await shop.close();
  await service.stop();
});

/** Signs a customer up who has ordered a lamp. `open` opens the payment as its page does and returns the provider's order. */
async function begin() {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  const asked = { token: shopper.token, params: { id: payment?.id ?? '' } };
  const show = () => shop.succeed(getPaymentCall, asked);
  const confirm = (proof: Record<string, string>) =>
    shop.call(confirmPaymentCall, { ...asked, body: { outcome: 'paid', proof } });
  const open = async () => (await show()).data.options?.['order'] ?? '';
  return { asked, show, open, confirm };
}

const report = (body: string, signature: string) =>
  shop.raw('/payment/webhook/examplepay', { method: 'POST', body, headers: { 'x-examplepay-signature': signature } });

test('docs/extend.md shows the provider that these tests run', () => {
  expect(readProjectFile('docs/extend.md')).toContain(
    `\`\`\`ts\n${readProjectFile('tests/fixtures/extensions/payment-provider.ts')}\`\`\``,
  );
  expect(readProjectFile('docs/extend.md')).toContain(
    `\`\`\`js\n${readProjectFile('tests/fixtures/extensions/payment-button.js')}\`\`\``,
  );
});

test('its settings are checked, and a shop has one provider', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const problems: string[] = [];
    const chosen = readPayments(env, problems, [razorpay, examplePay]);
    return { name: chosen?.provider.name, problems };
  };
  const whole = { EXAMPLEPAY_KEY: key, EXAMPLEPAY_URL: 'https://pay.example' };
  expect(read({})).toEqual({ name: undefined, problems: [] });
  expect(read(whole)).toEqual({ name: 'examplepay', problems: [] });
  expect(read({ EXAMPLEPAY_KEY: key }).problems).toEqual(['EXAMPLEPAY_URL must be set when EXAMPLEPAY_KEY is']);
  expect(read({ ...whole, EXAMPLEPAY_URL: 'pay' }).problems).toEqual([
    'EXAMPLEPAY_URL must be a URL that begins with http:// or https://',
  ]);
  expect(read({ ...whole, RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's' }).problems).toEqual([
    'RAZORPAY_KEY_ID and EXAMPLEPAY_KEY cannot be set together: a shop has one payment provider',
  ]);
});

test('the store names the provider’s script, origins and button', async () => {
  const { storeinfo } = await shop.succeed(storeInfoCall);
  expect(storeinfo.payment_methods).toEqual(['cod', 'prepaid']);
  const { url } = service;
  const module = storeinfo.payment_checkout?.module ?? '';
  expect(storeinfo.payment_checkout).toEqual({ provider: 'examplepay', script: `${url}/button.js`, origins: [url], module });
  expect(await (await shop.raw(module)).text()).toBe(readProjectFile('tests/fixtures/extensions/payment-button.js'));
});

test('a payment counts with the provider’s signature, and with no other', async () => {
  const { asked, show, open, confirm } = await begin();
  const order = await open();
  expect(await open()).toBe(order);
  expect(orders.get(asked.params.id)).toEqual({ id: order, amount: 50_050 });
  for (const signature of ['', sign(`${order}|pay_2`), sign('other')])
    expect(await confirm({ payment: 'pay_1', signature })).toMatchObject({ httpStatus: 422 });
  expect((await show()).data.status).toBe('pending');
  expect(await confirm({ payment: 'pay_1', signature: sign(`${order}|pay_1`) })).toMatchObject({ data: { status: 'paid' } });
});

test('a webhook that is sent twice places the order once, and a forged one does nothing', async () => {
  const { show, open } = await begin();
  const paid = { event: 'paid', order: await open(), payment: 'pay_9', amount: 50_050, currency: 'INR' };
  const body = JSON.stringify(paid);
  expect((await report(body, sign('other'))).status).toBe(401);
  expect((await show()).data.status).toBe('pending');
  expect((await report(body, sign(body))).status).toBe(200);
  expect((await report(body, sign(body))).status).toBe(200);
  expect((await show()).data.status).toBe('paid');
});

test('a payment whose report was lost is found, and its money returned once', async () => {
  const { asked, show, open } = await begin();
  const order = orders.get(asked.params.id);
  expect(await open()).toMatch(/^order_/);
  const created = orders.get(asked.params.id);
  expect(order).toBeUndefined();
  if (created) created.payment = 'pay_lost';
  await runOut(shop, asked.params.id);
  expect((await show()).data.status).toBe('paid');
  const connected = await examplePay.connect({ EXAMPLEPAY_KEY: key, EXAMPLEPAY_URL: service.url }, shop.store.log);
  const due = { id: 'RF1', amount: 20_000, providerOrder: created?.id ?? '', providerPayment: 'pay_lost' };
  for (let i = 0; i < 2; i++) expect(await connected.refund?.(due, AbortSignal.timeout(5000))).toBe('done');
  expect([...refunds]).toEqual([['RF1', { amount: 20_000, payment: 'pay_lost' }]]);
});

test('a provider that answers with an error is reported, and the next try succeeds', async () => {
  const { asked, open } = await begin();
  isBroken = true;
  expect(await shop.fail(getPaymentCall, asked)).toMatchObject({ httpStatus: 503 });
  isBroken = false;
  expect(await open()).toMatch(/^order_/);
});
