import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { findRefund } from '#api/services/payment-records/refunds.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import { askPendingRefunds, readProviderRefunds } from '#api/services/payments/refunds/provider-refunds.ts';
import { settlePayment } from '#api/services/payments/settle-payment.ts';
import { request } from '#lib/client/request.ts';
import { adminRefundAskCall, adminRefundCall, adminRefundsCall } from '#lib/contract/admin/refunds.ts';
import { getPaymentCall } from '#lib/contract/payments.ts';
import { HOUR_MS, isoFromNow } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { payByCashfree, startCashfreeApi } from '#tests/support/providers/cashfree.ts';
import { payByRazorpay, startRazorpayApi } from '#tests/support/providers/razorpay.ts';
import { openShop as openServer, prepareServer } from '#tests/support/store/crash-recovery.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const PRICE = 50_050;
let next = 9_493_000_000;

/** A provider's local server: it moves the money, and then does not answer. */
interface Service {
  api: { url: string; mood: string; close: () => Promise<void> };
  /** The refunds that it has made, in paise. */
  made: () => number[];
  /** What the shop does with the report of a refund of an order's payment. */
  report: (shop: TestShop, payment: string) => Promise<number[]>;
  paid: (payment: string) => string;
}

async function startRazorpay(): Promise<Service> {
  const api = await startRazorpayApi();
  return {
    api,
    made: () => [...api.refunds.values()].map(({ amount }) => amount),
    paid: (payment) => `pay_${payment.slice(0, 10)}`,
    report: async (shop, payment) => {
      const statuses = [];
      const row = await shop.store.db.selectFrom('payment').selectAll().where('id', '=', payment).executeTakeFirstOrThrow();
      for (const refund of api.refunds.values()) {
        if (refund.payment !== row.provider_payment) continue;
        refund.status = 'processed';
        const entity = { id: row.provider_payment, order_id: row.provider_order, amount: row.amount, currency: 'INR' };
        const body = {
          event: 'refund.processed',
          payload: {
            payment: { entity },
            refund: { entity: { id: `rfnd_${refund.receipt}`, amount: refund.amount, receipt: refund.receipt } },
          },
        };
        statuses.push((await shop.raw('/payment/webhook/razorpay', { method: 'POST', ...api.message(body) })).status);
      }
      return statuses;
    },
  };
}

async function startCashfree(): Promise<Service> {
  const api = await startCashfreeApi();
  return {
    api,
    made: () => [...api.refunds.values()].map(({ refund_amount }) => Math.round(refund_amount * 100)),
    paid: (payment) => {
      api.payments.set(payment, 'SUCCESS');
      return `cf_${payment}`;
    },
    report: async (shop, payment) => {
      const statuses = [];
      for (const [key, { refund_id, refund_amount }] of api.refunds) {
        if (!key.startsWith(`${payment} `)) continue;
        const refund = {
          cf_refund_id: `cf_${refund_id}`,
          cf_payment_id: `cf_${payment}`,
          refund_id,
          order_id: payment,
          refund_amount,
          refund_currency: 'INR',
          refund_status: 'SUCCESS',
        };
        const message = api.message('REFUND_STATUS_WEBHOOK', { refund });
        statuses.push((await shop.raw('/payment/webhook/cashfree', { method: 'POST', ...message })).status);
      }
      return statuses;
    },
  };
}

describe.each([
  ['razorpay', startRazorpay, payByRazorpay],
  ['cashfree', startCashfree, payByCashfree],
] as const)('a refund through %s', (name, start, payBy) => {
  let service: Service;
  let shop: TestShop;
  let owner: string;
  let lampId: number;

  beforeAll(async () => {
    service = await start();
    shop = await openShop({ payments: payBy(service.api.url) });
    lampId = (await shop.add({ name: 'Lamp', category: 'Home', price: PRICE, stock: 1000 })).id;
    owner = await staffToken(shop, 'owner');
  });
  afterEach(() => {
    service.api.mood = 'well';
  });
  afterAll(async () => {
    await shop.close();
    await service.api.close();
  });

  const provider = () => connectProvider(payBy(service.api.url), shop.store.db, shop.store.log);
  const askLater = async () => askPendingRefunds(shop.store.db, await provider(), isoFromNow(2 * HOUR_MS));

  /** An order that was paid online and then cancelled. */
  async function cancelledOrder() {
    const before = service.made().length;
    const shopper = customerOf(shop, await signUp(shop, String(next++)));
    await shopper.put(lampId, 1);
    const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
    const id = payment?.id ?? '';
    await shop.succeed(getPaymentCall, { token: shopper.token, params: { id } });
    await shop.change((tx) => settlePayment(tx, id, service.paid(id)));
    const [order] = await shopper.orders();
    const number = order?.order_number ?? '';
    const orderId = order?.order_id ?? 0;
    await shop.change((tx) => setOrderStatus(tx, number, 'order is cancelled'));
    const refund = () =>
      shop.succeed(adminRefundCall, {
        token: owner,
        params: { order_number: number },
        body: { form_id: crypto.randomUUID(), kind: 'due' },
      });
    const states = async () => (await readProviderRefunds(shop.store.db, orderId)).map(({ state }) => state);
    const made = () => service.made().slice(before);
    const due = () => findRefund(shop.store.db, orderId);
    return { id, number, orderId, refund, states, made, due };
  }

  test.each(['moves money and hangs', 'moves money and drops', 'broken'])(
    'is made once when the provider %s',
    async (mood) => {
      const { refund, states, made, due, number } = await cancelledOrder();
      service.api.mood = mood;
      expect((await refund()).data.refunds).toMatchObject([{ state: 'unclear', amount: '500.50' }]);
      const { data } = await shop.succeed(adminRefundsCall, { token: owner, params: { list: 'unclear' } });
      expect(data.refunds).toContainEqual(expect.objectContaining({ order_number: number, state: 'unclear' }));
      // Pressed again, it asks about the same refund.
      await shop.call(adminRefundCall, {
        token: owner,
        params: { order_number: number },
        body: { form_id: crypto.randomUUID(), kind: 'due' },
      });
      expect(await states()).toHaveLength(1);
      expect(made()).toEqual(mood === 'broken' ? [] : [PRICE]);
      service.api.mood = 'well';
      await askLater();
      expect(made()).toEqual([PRICE]);
      const unclear = await shop.store.db.selectFrom('provider_refund').select('id').where('is_unclear', '=', 1).execute();
      expect(unclear).toEqual([]);
      const [row] = await shop.store.db
        .selectFrom('provider_refund')
        .selectAll()
        .orderBy('created_at', 'desc')
        .limit(1)
        .execute();
      await shop.succeed(adminRefundAskCall, { token: owner, params: { id: row?.id ?? '' } });
      expect(made()).toEqual([PRICE]);
      expect(await due()).toMatchObject(row?.state === 'done' ? { done_at: expect.any(String) } : { done_at: null });
    },
    60_000,
  );

  test('counts once when the provider answers and reports it twice', async () => {
    const { id, refund, states, made, due } = await cancelledOrder();
    await refund();
    for (let i = 0; i < 2; i++) expect(new Set(await service.report(shop, id))).toEqual(new Set([200]));
    await askLater();
    expect(made()).toEqual([PRICE]);
    expect(await states()).toEqual(['done']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
    const { returned } = await shop.store.db
      .selectFrom('payment')
      .select('returned')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(returned).toBe(0);
  });

  test('is made once when the shop is killed before it has the answer', async () => {
    const { id, number, states, made, due } = await cancelledOrder();
    service.api.mood = 'moves money and hangs';
    const server = await prepareServer();
    const { dataDir, databaseUrl } = shop;
    const running = await openServer(server, { dataDir, databaseUrl, payBy: { provider: name, url: service.api.url } });
    const body = { form_id: crypto.randomUUID(), kind: 'due' } as const;
    const asked = request(running, adminRefundCall, { token: owner, params: { order_number: number }, body });
    await expect.poll(made, { timeout: 30_000 }).toEqual([PRICE]);
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await Promise.all([ended, asked]);
    service.api.mood = 'well';
    await askLater();
    await service.report(shop, id);
    expect(made()).toEqual([PRICE]);
    expect(await states()).toEqual(['done']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
  }, 60_000);
});

test('a refund that Razorpay refuses has failed, and what is due stays', async () => {
  const api = await startRazorpayApi();
  api.mood = 'refuses';
  const provider = await payByRazorpay(api.url).provider.connect(payByRazorpay(api.url).values, undefined as never);
  const due = { id: 'RF1234567890', amount: 100, providerOrder: 'order_1', providerPayment: 'pay_1' };
  expect(await provider.refund?.(due, AbortSignal.timeout(5000))).toBe('failed');
  expect(api.refundKeys).toEqual(['RF1234567890']);
  await api.close();
});
