import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkExtensionFailures } from '#api/services/health/background-work.ts';
import { findRefund } from '#api/services/payment-records/refunds.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import type { AmountDue } from '#api/services/payments/provider-interface.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { DAY_MS, HOUR_MS, isoAgo, MINUTE_MS } from '#lib/rules/durations.ts';
import { createAnsweringProvider, paidWith } from '#tests/support/providers/answering-provider.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const PRICE = 50_000;
const service = createAnsweringProvider();
let shop: TestShop;
let lamp: AddedProduct;
let next = 9_490_000_000;
let products = 0;

beforeAll(async () => {
  shop = await openShop({ payments: service });
});
beforeEach(async () => {
  service.answer({});
  service.asked.length = 0;
  lamp = await shop.add({ name: `Lamp ${++products}`, category: 'Home', price: PRICE, stock: 2 });
  await shop.change((tx) => tx.deleteFrom('extension_failure').execute());
});
afterAll(() => shop.close());

const left = async () => (await stockOf(shop, lamp.variants[''])).variant;
const provider = () => connectProvider(service, shop.store.db, shop.store.log);
const release = async () => releaseExpiredHolds(shop.store.db, await provider());

/** A customer who has ordered a lamp and opened its payment, as its page does. */
async function begin({ opens = true } = {}) {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.00', { payment_method: 'prepaid' });
  const id = payment?.id ?? '';
  const asked = { token: shopper.token, params: { id } };
  const show = async () => (await shop.succeed(getPaymentCall, asked)).data;
  const confirm = () => shop.call(confirmPaymentCall, { ...asked, body: { outcome: 'paid', proof: {} } });
  const age = (values: { expires_at?: string; created_at?: string }) =>
    shop.change((tx) => tx.updateTable('payment').set(values).where('id', '=', id).execute());
  if (opens) await show();
  return { shopper, id, show, confirm, age, order: `order_${id}`, endHold: (ms = 1000) => age({ expires_at: isoAgo(ms) }) };
}

const paid = (order: string) => service.answer({ findPayment: async () => paidWith(order, PRICE) });
const breakDown = () => service.answer({ findPayment: () => Promise.reject(new Error('out of order')) });

describe('when a hold ends', () => {
  test('a paid order whose report was lost is placed', async () => {
    const { show, order, endHold, shopper } = await begin();
    await endHold();
    paid(order);
    await release();
    expect(service.asked).toEqual([order]);
    expect((await show()).status).toBe('paid');
    expect((await shopper.orders())[0]?.status).toBe('order has been placed');
    expect(await left()).toBe(1);
  });

  test('an unpaid order expires, and the provider is not asked again', async () => {
    const { show, endHold } = await begin();
    await endHold();
    for (let i = 0; i < 3; i++) await release();
    expect(service.asked).toHaveLength(1);
    expect((await show()).status).toBe('expired');
    expect(await left()).toBe(2);
  });

  test('an order that was never opened at the provider expires unasked', async () => {
    const { show, endHold } = await begin({ opens: false });
    await endHold();
    breakDown();
    await release();
    expect(service.asked).toEqual([]);
    expect((await show()).status).toBe('expired');
  });

  test.each([
    { why: 'throws', findPayment: () => Promise.reject(new Error('out of order')) },
    { why: 'answers nonsense', findPayment: async () => ({ kind: 'received', received: { amount: 'much' } }) as never },
    { why: 'answers about another order', findPayment: async () => paidWith('order_other', PRICE) },
    { why: 'answers about another amount', findPayment: async (_due: AmountDue, order: string) => paidWith(order, 1) },
  ])(
    'while the provider $why, the order waits for an hour, then expires, and is placed by a later answer',
    async ({ findPayment }) => {
      const { show, order, endHold } = await begin();
      await endHold();
      service.answer({ findPayment });
      await release();
      expect(await left()).toBe(1);
      const waiting = await show();
      expect(waiting.status).toBe('pending');
      expect(waiting.options).toBeUndefined();
      await endHold(HOUR_MS + 1000);
      await release();
      expect((await show()).status).toBe('expired');
      expect(await left()).toBe(2);
      paid(order);
      await release();
      expect((await show()).status).toBe('paid');
      expect(await left()).toBe(1);
    },
  );

  test('money that comes to light when the stock is gone is refunded', async () => {
    const { order, endHold, shopper } = await begin();
    await endHold(HOUR_MS + 1000);
    breakDown();
    await release();
    const buyer = customerOf(shop, await signUp(shop, String(next++)));
    await buyer.put(lamp.id, 2);
    await buyer.buy('1000.00');
    paid(order);
    await release();
    const [late] = await shopper.orders();
    expect(late?.status).toBe('order is cancelled');
    expect(await findRefund(shop.store.db, late?.order_id ?? 0)).toMatchObject({ amount: PRICE, done_at: null });
    expect(await left()).toBe(0);
  });

  test('money for an order that the shopper has placed again is refunded', async () => {
    const { order, shopper } = await begin();
    await shopper.buy('500.00');
    const { expires_at } = await shop.store.db
      .selectFrom('payment')
      .select('expires_at')
      .where('provider_order', '=', order)
      .executeTakeFirstOrThrow();
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    await shop.change((tx) =>
      tx
        .updateTable('payment')
        .set({ expires_at: isoAgo(1000) })
        .where('provider_order', '=', order)
        .execute(),
    );
    paid(order);
    await release();
    const [, dropped] = await shopper.orders();
    expect(await findRefund(shop.store.db, dropped?.order_id ?? 0)).toMatchObject({ amount: PRICE });
  });

  test('an order of two days ago is asked about no more', async () => {
    const { endHold } = await begin();
    breakDown();
    await endHold(2 * DAY_MS);
    await release();
    service.asked.length = 0;
    await release();
    expect(service.asked).toEqual([]);
  });

  test('a bank that has promised the money keeps the stock for an hour', async () => {
    const { show, order, endHold } = await begin();
    await endHold();
    service.answer({ findPayment: async () => ({ ...paidWith(order, PRICE), kind: 'authorised' }) });
    await release();
    expect(await show()).toMatchObject({ status: 'pending', confirming: true });
    expect(await left()).toBe(1);
  });

  test('a provider that is down is asked three times in a run, not for each order', async () => {
    const begun = [];
    lamp = await shop.add({ name: `Lamps of ${next}`, category: 'Home', price: PRICE, stock: 20 });
    for (let i = 0; i < 12; i++) begun.push(await begin());
    for (const { endHold } of begun) await endHold();
    breakDown();
    service.asked.length = 0;
    await release();
    expect(service.asked.length).toBeLessThanOrEqual(6);
    expect(await left()).toBe(8);
  });
});

test('a shopper who waits gets a lost report within a minute, and the provider one question in half a minute', async () => {
  const { show, order, age } = await begin();
  paid(order);
  expect((await show()).status).toBe('pending');
  expect(service.asked).toEqual([]);
  await age({ created_at: isoAgo(2 * MINUTE_MS) });
  expect((await show()).status).toBe('paid');
  const other = await begin();
  await other.age({ created_at: isoAgo(2 * MINUTE_MS) });
  service.answer({});
  service.asked.length = 0;
  for (let i = 0; i < 5; i++) expect((await other.show()).status).toBe('pending');
  expect(service.asked).toHaveLength(1);
});

test('a provider without proofs is asked about a result, and an unpaid one changes nothing', async () => {
  const { confirm, order, show } = await begin();
  expect(await confirm()).toMatchObject({ success: true, data: { status: 'pending' } });
  expect(service.asked).toEqual([order]);
  const other = await begin();
  paid(other.order);
  expect(await other.confirm()).toMatchObject({ message: 'Order placed successfully', data: { status: 'paid' } });
  expect((await show()).status).toBe('pending');
});

test('a failing provider is in the metrics and in doctor, with its name', async () => {
  const { show, endHold } = await begin({ opens: false });
  expect(await checkExtensionFailures(shop.store.db)).toEqual([]);
  service.answer({ createOrder: () => Promise.reject(new Error('wrong key')) });
  for (let i = 0; i < 2; i++) await expect(show()).rejects.toThrow();
  await expect
    .poll(() => checkExtensionFailures(shop.store.db))
    .toMatchObject([
      {
        check: 'payments',
        state: 'note',
        finding: expect.stringMatching(/^answers failed in createOrder 2 times since .*: wrong key$/),
      },
    ]);
  expect(await shop.store.metrics.read()).toContain(
    'shop_payment_provider_failures_total{provider="answers",operation="createOrder"} 2',
  );
  service.answer({});
  expect((await show()).options).toEqual({ order: expect.stringMatching(/^order_/) });
  await endHold();
});

test('a webhook on which the provider’s code fails is refused, so that it is sent again', async () => {
  const response = await shop.raw('/payment/webhook/answers', { method: 'POST', body: 'no JSON' });
  expect(response.status).toBe(503);
  const nonsense = await shop.raw('/payment/webhook/answers', {
    method: 'POST',
    body: '{"eventId":"1","event":{"kind":"paid"}}',
  });
  expect(nonsense.status).toBe(503);
});

test('a provider that hangs is given up after five seconds, and its order waits', async () => {
  const { show, endHold } = await begin();
  await endHold();
  service.answer({ findPayment: () => new Promise(() => {}) });
  const begun = performance.now();
  await release();
  expect((performance.now() - begun) / 1000).toBeLessThan(8);
  expect((await show()).status).toBe('pending');
  expect(await left()).toBe(1);
}, 60_000);
