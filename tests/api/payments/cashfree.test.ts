import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkExtensionFailures } from '#api/services/health/background-work.ts';
import { findRefund } from '#api/services/payment-records/refunds.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import {
  askForRefund,
  askPendingRefunds,
  readProviderRefunds,
  recordRefundRequest,
} from '#api/services/payments/refunds/provider-refunds.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { DAY_MS, HOUR_MS, isoFromNow } from '#lib/rules/durations.ts';
import { cashfree as publishedCashfree } from '#tests/fixtures/extensions/cashfree/index.ts';
import { type CashfreeApi, payByCashfree, startCashfreeApi } from '#tests/support/providers/cashfree.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { runOut } from '#tests/support/store/razorpay-shop.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const PRICE = 50_050;
let api: CashfreeApi;
let shop: TestShop;
let lamp: AddedProduct;
let next = 9_492_000_000;
let products = 0;
let refunds = 11_325_632;

beforeAll(async () => {
  api = await startCashfreeApi();
  shop = await openShop({ payments: payByCashfree(api.url) });
});
beforeEach(async () => {
  lamp = await shop.add({ name: `Lamp ${++products}`, category: 'Home', price: PRICE, stock: 2 });
});
afterEach(() => {
  expect(api.refused).toEqual([]);
  Object.assign(api, { mood: 'well', refundStatus: 'SUCCESS' });
  for (const made of [api.refunds, api.payments]) made.clear();
  api.requests.length = 0;
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const left = async () => (await stockOf(shop, lamp.variants[''])).variant;
const provider = () => connectProvider(payByCashfree(api.url), shop.store.db, shop.store.log);

const send = (type: string, data: object, time?: number) => sendSigned(api.message(type, data, time));
const sendSigned = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  shop.raw('/payment/webhook/cashfree', { method: 'POST', body, headers });

/** A customer who has ordered a lamp and opened its payment. */
async function begin() {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  const id = payment?.id ?? '';
  const asked = { token: shopper.token, params: { id } };
  const show = async () => (await shop.succeed(getPaymentCall, asked)).data;
  const confirm = () => shop.call(confirmPaymentCall, { ...asked, body: { outcome: 'paid' } });
  const order = async () => (await shopper.orders())[0];
  const reportPaid = () => send('PAYMENT_SUCCESS_WEBHOOK', api.paymentOf(id));
  const cancel = async () =>
    shop.succeed(cancelOrderCall, {
      token: shopper.token,
      body: { order_id: (await order())?.order_id ?? 0, reject_reason_select: 'Payment Issue' },
    });
  return { id, asked, show, confirm, order, reportPaid, cancel, opened: await show() };
}

describe('an order', () => {
  test('is created once with amount, buyer and the way back, and its session is given to the browser', async () => {
    const { id, show, opened } = await begin();
    await show();
    expect(api.requests).toEqual(['POST /pg/orders']);
    expect(api.orders.get(id)).toMatchObject({
      order_id: id,
      order_amount: 500.5,
      order_currency: 'INR',
      customer_details: { customer_phone: '9876543210' },
      order_meta: { return_url: expect.stringMatching(`^http.*/payment\\?id=${id}&cashfree=returned$`) },
    });
    expect(opened.options).toEqual({ session: `session_${id}`, mode: 'sandbox' });
  });

  test('whose reply was lost is not created twice', async () => {
    const { asked, show } = await beginUnopened();
    api.mood = 'loses its replies';
    expect(await shop.fail(getPaymentCall, asked)).toMatchObject({ httpStatus: 503 });
    api.mood = 'well';
    expect((await show()).options).toMatchObject({ session: `session_${asked.params.id}` });
  });

  test('for which Cashfree fails or answers nonsense is created at the next try', async () => {
    const { asked, show } = await beginUnopened();
    api.mood = 'broken';
    expect(await shop.fail(getPaymentCall, asked)).toMatchObject({ httpStatus: 503 });
    api.mood = 'nonsense';
    expect(await shop.fail(getPaymentCall, asked)).toMatchObject({ httpStatus: 503 });
    api.mood = 'well';
    expect((await show()).options).toBeDefined();
  });
});

/** Like `begin`, before the payment page is opened. */
async function beginUnopened() {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  const asked = { token: shopper.token, params: { id: payment?.id ?? '' } };
  return { asked, show: async () => (await shop.succeed(getPaymentCall, asked)).data };
}

test('a payment that the browser reports counts only if Cashfree has it', async () => {
  const { id, confirm, order } = await begin();
  expect(await confirm()).toMatchObject({ data: { status: 'pending' } });
  expect((await order())?.status).toBe('payment is pending');
  const other = await begin();
  api.payments.set(other.id, 'SUCCESS');
  expect(await other.confirm()).toMatchObject({ data: { status: 'paid' } });
  expect((await other.order())?.payment_status).toBe('paid');
  expect(api.payments.has(id)).toBe(false);
});

test('a webhook of a payment that is reported twice places the order once', async () => {
  const { show, order, reportPaid } = await begin();
  for (let i = 0; i < 2; i++) expect((await reportPaid()).status).toBe(200);
  expect((await show()).status).toBe('paid');
  expect((await order())?.timeline.map(({ status }) => status)).toEqual(['payment is pending', 'order has been placed']);
  expect(await left()).toBe(1);
});

test('a payment that failed leaves the order held, and the next attempt places it', async () => {
  const { id, show, reportPaid } = await begin();
  for (const type of ['PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'])
    expect((await send(type, api.paymentOf(id))).status).toBe(200);
  api.payments.set(id, 'FAILED');
  expect((await show()).status).toBe('pending');
  await reportPaid();
  expect((await show()).status).toBe('paid');
});

describe('a payment after the hold', () => {
  test('whose report was lost is found', async () => {
    const { id, show } = await begin();
    api.payments.set(id, 'SUCCESS');
    await runOut(shop, id);
    await releaseExpiredHolds(shop.store.db, await provider());
    expect((await show()).status).toBe('paid');
  });

  test('places the order while the stock lasts, else it is due back', async () => {
    const [first, second] = [await begin(), await begin()];
    for (const { id } of [first, second]) {
      api.payments.set(id, 'PENDING');
      await runOut(shop, id);
    }
    await releaseExpiredHolds(shop.store.db, await provider());
    expect(await left()).toBe(2);
    await shop.change((tx) =>
      tx
        .updateTable('variant')
        .set({ stock: 1 })
        .where('id', '=', lamp.variants[''] ?? 0)
        .execute(),
    );
    for (const { reportPaid } of [first, second]) await reportPaid();
    expect((await first.show()).status).toBe('paid');
    expect(await second.show()).toMatchObject({ status: 'expired', refund: '500.50' });
  });

  test('is waited for while Cashfree is silent', async () => {
    const { id, show } = await begin();
    await runOut(shop, id);
    api.mood = 'silent';
    const begun = performance.now();
    await releaseExpiredHolds(shop.store.db, await provider());
    expect((performance.now() - begun) / 1000).toBeLessThan(8);
    expect((await shop.store.db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirst())?.status).toBe(
      'pending',
    );
    expect(await left()).toBe(1);
    await expect
      .poll(async () => (await checkExtensionFailures(shop.store.db)).map(({ finding }) => finding))
      .toContainEqual(expect.stringContaining('cashfree failed in findPayment'));
    api.mood = 'well';
    api.payments.set(id, 'SUCCESS');
    await releaseExpiredHolds(shop.store.db, await provider());
    expect((await show()).status).toBe('paid');
  }, 60_000);
});

describe('a webhook is refused', () => {
  test.each([
    ['without a signature', (headers: Record<string, string>) => ({ ...headers, 'x-webhook-signature': '' })],
    [
      'with a wrong signature',
      (headers: Record<string, string>) => ({ ...headers, 'x-webhook-signature': `${'x'.repeat(43)}=` }),
    ],
    [
      'with another time',
      (headers: Record<string, string>) => ({
        ...headers,
        'x-webhook-timestamp': String(Number(headers['x-webhook-timestamp']) - 1),
      }),
    ],
    ['without a time', ({ 'x-webhook-timestamp': _, ...headers }: Record<string, string>) => headers],
  ])('%s', async (_, change) => {
    const { id, show } = await begin();
    const genuine = api.message('PAYMENT_SUCCESS_WEBHOOK', api.paymentOf(id));
    expect((await sendSigned({ ...genuine, headers: change(genuine.headers) })).status).toBe(401);
    expect((await sendSigned({ ...genuine, body: `${genuine.body} ` })).status).toBe(401);
    expect((await show()).status).toBe('pending');
    expect((await sendSigned(genuine)).status).toBe(200);
    expect((await show()).status).toBe('paid');
  });

  test('with an old time, or one in the future', async () => {
    const { id, show } = await begin();
    for (const time of [Date.now() - HOUR_MS - 1000, Date.now() - DAY_MS, Date.now() + HOUR_MS])
      expect((await send('PAYMENT_SUCCESS_WEBHOOK', api.paymentOf(id), time)).status).toBe(401);
    expect((await show()).status).toBe('pending');
    expect((await send('PAYMENT_SUCCESS_WEBHOOK', api.paymentOf(id), Date.now() - HOUR_MS / 2)).status).toBe(200);
    expect((await show()).status).toBe('paid');
  });
});

test('webhooks of another amount or order, and of unknown kinds, change nothing', async () => {
  const { id, show } = await begin();
  const paid = api.paymentOf(id) as { order: object };
  for (const data of [
    { ...paid, order: { ...paid.order, order_amount: 1 } },
    { ...paid, order: { ...paid.order, order_amount: 500.501 } },
    { ...paid, order: { ...paid.order, order_id: 'other' } },
    {},
  ])
    expect((await send('PAYMENT_SUCCESS_WEBHOOK', data)).status).toBe(200);
  expect((await send('PAYMENT_CHARGES_WEBHOOK', paid)).status).toBe(200);
  expect((await show()).status).toBe('pending');
});

describe('a refund', () => {
  async function paidOrder() {
    const begun = await begin();
    api.payments.set(begun.id, 'SUCCESS');
    await begun.reportPaid();
    const orderId = (await begun.order())?.order_id ?? 0;
    const refund = async (amount?: number) => {
      const states = [];
      for (const row of await shop.change((tx) =>
        recordRefundRequest(tx, orderId, amount === undefined ? { kind: 'due' } : { kind: 'amount', amount }),
      ))
        states.push(await askForRefund(shop.store.db, row, await provider()));
      return states;
    };
    const cfRefund = ++refunds;
    const report = (refundId: string, amount: number, status: string) =>
      send('REFUND_STATUS_WEBHOOK', {
        refund: {
          cf_refund_id: cfRefund,
          cf_payment_id: `cf_${begun.id}`,
          refund_id: refundId,
          order_id: begun.id,
          refund_amount: amount,
          refund_currency: 'INR',
          refund_status: status,
        },
      });
    const due = () => findRefund(shop.store.db, orderId);
    return { ...begun, orderId, refund, report, due };
  }

  test('in part is made, and the rest when the order is cancelled', async () => {
    const { refund, due, cancel, order } = await paidOrder();
    expect(await refund(20_025)).toEqual(['done']);
    expect([...api.refunds.values()]).toMatchObject([{ refund_amount: 200.25 }]);
    await cancel();
    expect(await due()).toMatchObject({ amount: 30_025, done_at: null });
    expect(await refund()).toEqual(['done']);
    expect([...api.refunds.values()].map(({ refund_amount }) => refund_amount)).toEqual([200.25, 300.25]);
    expect((await order())?.payment_status).toBe('refunded');
  });

  test('whose reply was lost is not made twice', async () => {
    const { refund, cancel, due } = await paidOrder();
    await cancel();
    api.mood = 'loses its replies';
    await expect(refund()).rejects.toThrow('cashfree failed in refund');
    await expect(refund()).rejects.toThrow('cashfree failed in refund');
    api.mood = 'well';
    expect(await refund()).toEqual(['done']);
    expect(api.refunds.size).toBe(1);
    expect(await due()).toMatchObject({ done_at: expect.any(String) });
  });

  test('that is pending ends by its webhook, which counts once', async () => {
    const { refund, report, cancel, due, orderId } = await paidOrder();
    await cancel();
    api.refundStatus = 'PENDING';
    expect(await refund()).toEqual(['pending']);
    const [made] = api.refunds.values();
    for (let i = 0; i < 2; i++) expect((await report(made?.refund_id ?? '', 500.5, 'SUCCESS')).status).toBe(200);
    if (made) made.refund_status = 'SUCCESS';
    await askPendingRefunds(shop.store.db, await provider(), isoFromNow(2 * HOUR_MS));
    expect((await readProviderRefunds(shop.store.db, orderId)).map(({ state }) => state)).toEqual(['done']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
  });

  test('that Cashfree cancels or refuses stays due', async () => {
    const { refund, report, cancel, due } = await paidOrder();
    await cancel();
    api.refundStatus = 'ONHOLD';
    expect(await refund()).toEqual(['pending']);
    const [made] = api.refunds.values();
    await report(made?.refund_id ?? '', 500.5, 'CANCELLED');
    expect(await due()).toMatchObject({ amount: PRICE, done_at: null });
    // The stand-in has no money left for another.
    expect(await refund()).toEqual(['failed']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: null });
  });

  test('that the owner made in the dashboard is counted by its webhook', async () => {
    const { report, cancel, due } = await paidOrder();
    await cancel();
    for (let i = 0; i < 2; i++) expect((await report('by_hand', 500.5, 'SUCCESS')).status).toBe(200);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
  });
});

describe('its browser module', () => {
  test('is served at an address with its hash, kept by browsers, and never under another', async () => {
    const { storeinfo } = await shop.succeed(storeInfoCall);
    const { module = '', ...checkout } = storeinfo.payment_checkout ?? {};
    expect(checkout).toEqual({ provider: 'cashfree', script: `${api.url}/js/v3/cashfree.js`, origins: [api.url] });
    expect(module).toMatch(/^\/payment\/module\/cashfree-[0-9a-f]{16}\.js$/);
    const reply = await shop.raw(module);
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(reply.headers.get('cache-control')).toContain('immutable');
    expect(await reply.text()).toContain('export function mount');
    const former = await shop.raw('/payment/module/cashfree-0000000000000000.js');
    expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test('that cannot be read is said when the shop is opened', async () => {
    const { provider: module, values } = payByCashfree(api.url);
    const broken = { provider: { ...module, browserModule: '/nowhere/button.js' }, values };
    await expect(connectProvider(broken, shop.store.db, shop.store.log)).rejects.toThrow(
      'The browser module of cashfree cannot be read: ENOENT',
    );
  });
});

test('live keys ask the live API, and their checkout loads Cashfree’s own hosts', async () => {
  const { provider: module } = payByCashfree(api.url);
  const connect = (id: string) => module.connect({ CASHFREE_CLIENT_ID: id, CASHFREE_CLIENT_SECRET: 'secret' }, shop.store.log);
  const [live, test] = [await connect('1001'), await connect('TEST1001')];
  expect(live.checkout?.script).toBe('https://sdk.cashfree.com/js/v3/cashfree.js');
  expect(live.checkout?.origins).toContain('https://payments.cashfree.com');
  const modes = [live, test].map((each) => each.getClientOptions({ id: 'a', amount: 100 }, 'a', 's')['mode']);
  expect(modes).toEqual(['production', 'sandbox']);
  expect(module.findWarnings?.({ CASHFREE_CLIENT_ID: 'TEST1001' })).toHaveLength(1);
  expect(module.findWarnings?.({ CASHFREE_CLIENT_ID: '1001' })).toEqual([]);
});

test('the extension as it was first published sells, proves a payment and returns it in part', async () => {
  const published = payByCashfree(api.url, publishedCashfree);
  const first = await openShop({ payments: published });
  const { id: product } = await first.add({ name: 'Lamp', category: 'Home', price: PRICE, stock: 2 });
  const shopper = customerOf(first, await signUp(first, String(next++)));
  await shopper.put(product, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  const asked = { token: shopper.token, params: { id: payment?.id ?? '' } };
  const { data } = await first.succeed(getPaymentCall, asked);
  expect(data.options).toEqual({ session: `session_${asked.params.id}`, mode: 'sandbox' });
  const { body, headers } = api.message('PAYMENT_SUCCESS_WEBHOOK', api.paymentOf(asked.params.id));
  const webhook = await first.raw('/payment/webhook/cashfree', { method: 'POST', body, headers });
  expect(webhook.status).toBe(200);
  expect((await first.succeed(getPaymentCall, asked)).data.status).toBe('paid');
  api.payments.set(asked.params.id, 'SUCCESS');
  const cashfree = await connectProvider(published, first.store.db, first.store.log);
  const due = { id: 'RF9', amount: 20_000, providerOrder: asked.params.id, providerPayment: `cf_${asked.params.id}` };
  expect(await cashfree.refund?.(due)).toBe('done');
  await first.close();
});
