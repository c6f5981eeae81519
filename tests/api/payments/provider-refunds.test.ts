import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { findRefund, markRefunded } from '#api/services/payment-records/refunds.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import type { RefundDue, RefundState } from '#api/services/payments/provider-interface.ts';
import { ProviderUnreachable } from '#api/services/payments/provider-interface.ts';
import {
  askForRefund,
  askPendingRefunds,
  readProviderRefunds,
  recordRefundRequest,
} from '#api/services/payments/refunds/provider-refunds.ts';
import { RefundNotPossible } from '#api/services/payments/refunds/refundable.ts';
import { settlePayment } from '#api/services/payments/settle-payment.ts';
import { getPaymentCall } from '#lib/contract/payments.ts';
import { HOUR_MS, isoFromNow } from '#lib/rules/durations.ts';
import { createAnsweringProvider } from '#tests/support/providers/answering-provider.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const PRICE = 50_000;
const service = createAnsweringProvider();
let shop: TestShop;
let lampId: number;
let next = 9_491_000_000;
const requests: RefundDue[] = [];

beforeAll(async () => {
  shop = await openShop({ payments: service });
  lampId = (await shop.add({ name: 'Lamp', category: 'Home', price: PRICE, stock: 1000 })).id;
});
beforeEach(() => {
  answer('done');
});
afterAll(() => shop.close());

/** The provider answers requests for refunds with this state; with an error if it throws. */
function answer(state: RefundState | 'nothing'): void {
  requests.length = 0;
  service.answer({
    refund: async (due) => {
      requests.push(due);
      if (state === 'nothing') throw new Error('out of order');
      return state;
    },
  });
}

const db = () => shop.store.db;
const provider = () => connectProvider(service, db(), shop.store.log);

/** A paid order of a lamp, cancelled unless it is kept. */
async function paidOrder({ keeps = false } = {}) {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  const { payment } = await shopper.buy('500.00', { payment_method: 'prepaid' });
  const id = payment?.id ?? '';
  const { token } = shopper;
  await shop.succeed(getPaymentCall, { token, params: { id } });
  const providerPayment = `pay_${id}`;
  await shop.change((tx) => settlePayment(tx, id, providerPayment));
  const order = async () => (await shopper.orders())[0];
  const orderId = (await order())?.order_id ?? 0;
  const number = (await order())?.order_number ?? '';
  const cancel = () => shop.change((tx) => setOrderStatus(tx, number, 'order is cancelled'));
  if (!keeps) await cancel();
  const record = (amount?: number) =>
    shop.change((tx) => recordRefundRequest(tx, orderId, amount === undefined ? { kind: 'due' } : { kind: 'amount', amount }));
  const refund = async (amount?: number) => {
    const states = [];
    for (const row of await record(amount)) states.push(await askForRefund(db(), row, await provider()));
    return states;
  };
  let events = 0;
  const report = (kind: 'returned' | 'return failed', refundId: string, shopRefund?: string, returned = PRICE, isDone = true) => {
    const received = { providerOrder: `order_${id}`, providerPayment, amount: PRICE, currency: 'INR' };
    const event = {
      kind,
      received: { ...received, refund: refundId, returned, isDone, ...(shopRefund !== undefined && { shopRefund }) },
    };
    const body = JSON.stringify({ eventId: `${id} ${events++}`, event });
    return shop.raw('/payment/webhook/answers', { method: 'POST', body });
  };
  const states = async () => (await readProviderRefunds(db(), orderId)).map(({ amount, state }) => [amount, state]);
  const due = () => findRefund(db(), orderId);
  const returned = async () =>
    (await db().selectFrom('payment').select('returned').where('id', '=', id).executeTakeFirstOrThrow()).returned;
  const mails = async () =>
    (await db().selectFrom('outbox').select('id').where('subject', 'like', `Refund for your order ${number}%`).execute()).length;
  return { id, orderId, order, cancel, record, refund, report, states, due, returned, mails, providerPayment };
}

describe('what is due of a cancelled order', () => {
  test('is asked of the provider with the ids of order and payment, and marked once it is done', async () => {
    const { id, refund, states, due, order, mails, providerPayment } = await paidOrder();
    expect(await refund()).toEqual(['done']);
    expect(requests).toEqual([
      { id: expect.stringMatching(/^RF[0-9a-f]{24}$/), amount: PRICE, providerOrder: `order_${id}`, providerPayment },
    ]);
    expect(await states()).toEqual([[PRICE, 'done']]);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
    expect((await order())?.payment_status).toBe('refunded');
    expect(await mails()).toBe(1);
    await expect(refund()).rejects.toThrow(RefundNotPossible);
  });

  test('is recorded before the provider is asked, and asked again with the same id after a lost answer', async () => {
    const { refund, states, due } = await paidOrder();
    answer('nothing');
    await expect(refund()).rejects.toThrow(ProviderUnreachable);
    await expect(refund()).rejects.toThrow(ProviderUnreachable);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    expect(await states()).toEqual([[PRICE, 'pending']]);
    expect(await due()).toMatchObject({ done_at: null });
    answer('done');
    await askPendingRefunds(db(), await provider(), isoFromNow(2 * HOUR_MS));
    expect(await states()).toEqual([[PRICE, 'done']]);
    expect(await due()).toMatchObject({ done_at: expect.any(String) });
  });

  test('stays due while the refund is pending and after it failed, and can be asked for again', async () => {
    const { refund, states, due } = await paidOrder();
    answer('pending');
    expect(await refund()).toEqual(['pending']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: null });
    answer('failed');
    expect(await refund()).toEqual(['failed']);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: null });
    answer('done');
    expect(await refund()).toEqual(['done']);
    expect((await states()).map(([, state]) => state)).toEqual(['failed', 'done']);
  });

  test('can be returned in parts, of which the last marks it', async () => {
    const { refund, due, mails } = await paidOrder();
    expect(await refund(20_000)).toEqual(['done']);
    expect(await due()).toMatchObject({ amount: 30_000, done_at: null });
    await expect(refund(30_001)).rejects.toThrow('At most ₹300.00');
    expect(await mails()).toBe(0);
    expect(await refund()).toEqual(['done']);
    expect(requests.map(({ amount }) => amount)).toEqual([20_000, 30_000]);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
    expect(await mails()).toBe(1);
  });

  test('is requested once by ten commands at the same time', async () => {
    const { record, states } = await paidOrder();
    const all = await Promise.all(Array.from({ length: 10 }, () => record()));
    expect(new Set(all.flat().map(({ id }) => id)).size).toBe(1);
    expect(await states()).toHaveLength(1);
  });
});

describe('a part of an order that stays', () => {
  test('is returned, and a later cancellation owes the rest', async () => {
    const { refund, due, returned, cancel, order } = await paidOrder({ keeps: true });
    await expect(refund()).rejects.toThrow('There is no refund due');
    expect(await refund(20_000)).toEqual(['done']);
    expect(await returned()).toBe(20_000);
    expect((await order())?.payment_status).toBe('paid');
    await expect(refund(30_001)).rejects.toThrow('At most ₹300.00');
    await cancel();
    expect(await due()).toMatchObject({ amount: 30_000, done_at: null });
  });

  test('that is pending when the order is cancelled reduces what is due', async () => {
    const { refund, due, cancel, states } = await paidOrder({ keeps: true });
    answer('pending');
    await refund(20_000);
    await expect(refund(10_000)).rejects.toThrow('A refund of 200.00');
    await cancel();
    expect(await due()).toMatchObject({ amount: PRICE });
    answer('done');
    await askPendingRefunds(db(), await provider(), isoFromNow(2 * HOUR_MS));
    expect(await states()).toEqual([[20_000, 'done']]);
    expect(await due()).toMatchObject({ amount: 30_000, done_at: null });
  });
});

describe('a webhook about a refund', () => {
  test('that the shop asked for counts once, before and after the answer, with and without its id', async () => {
    for (const named of [true, false]) {
      const { record, report, states, due, returned, mails } = await paidOrder();
      const [row] = await record();
      const shopRefund = named ? row?.id : undefined;
      for (let i = 0; i < 2; i++) expect((await report('returned', 'rfnd_1', shopRefund)).status).toBe(200);
      expect(await states()).toEqual([[PRICE, 'done']]);
      if (row) await askForRefund(db(), row, await provider());
      expect((await report('returned', 'rfnd_1', shopRefund)).status).toBe(200);
      expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
      expect(await returned()).toBe(0);
      expect(await mails()).toBe(1);
    }
  });

  test('that failed ends the request, and what is due stays', async () => {
    const { record, report, states, due } = await paidOrder();
    answer('pending');
    const [row] = await record();
    expect((await report('return failed', 'rfnd_1', row?.id)).status).toBe(200);
    expect(await states()).toEqual([[PRICE, 'failed']]);
    expect(await due()).toMatchObject({ amount: PRICE, done_at: null });
  });

  test('that the owner made at the provider is not taken for the shop’s own', async () => {
    const { refund, report, states, returned } = await paidOrder({ keeps: true });
    answer('pending');
    await refund(20_000);
    await report('returned', 'rfnd_2', '', 20_000);
    expect(await states()).toEqual([[20_000, 'pending']]);
    expect(await returned()).toBe(20_000);
  });
});

test('a refund that the owner has marked meanwhile counts once', async () => {
  const { orderId, record, due, returned, mails } = await paidOrder();
  const [row] = await record();
  expect(await shop.change((tx) => markRefunded(tx, orderId))).toBe(true);
  if (row) await askForRefund(db(), row, await provider());
  expect(await due()).toMatchObject({ amount: PRICE, done_at: expect.any(String) });
  expect(await returned()).toBe(0);
  expect(await mails()).toBe(0);
});

test('an order paid on delivery has nothing to return', async () => {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  await shopper.buy('500.00');
  const orderId = (await shopper.orders())[0]?.order_id ?? 0;
  await expect(shop.change((tx) => recordRefundRequest(tx, orderId, { kind: 'amount', amount: 100 }))).rejects.toThrow(
    RefundNotPossible,
  );
});
