import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import { updateSettings } from '#api/services/store/settings.ts';
import { adminRefundCall } from '#lib/contract/admin/refunds.ts';
import { getPendingPaymentCall, openPayLinkCall } from '#lib/contract/payments.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { createAnsweringProvider, paidWith } from '#tests/support/providers/answering-provider.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { runOut } from '#tests/support/store/razorpay-shop.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const service = createAnsweringProvider();
let shop: TestShop;
let lampId: number;
let next = 9_496_000_000;
let events = 0;

beforeAll(async () => {
  shop = await openShop({ payments: service });
  lampId = (await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 })).id;
  await shop.change((tx) =>
    updateSettings(tx, (settings) => ({
      ...settings,
      shipping: { charge: '40.00', cod_fee: '30.00' },
      prepaid_discount: { percent: 10 },
    })),
  );
});
beforeEach(() => service.answer({}));
afterAll(() => shop.close());

/** An order on delivery of a lamp: 500 + 40 shipping + 30 fee. */
async function orderOnDelivery() {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  await shopper.buy('570.00');
  const order = async () => (await shopper.orders())[0];
  const { order_id: orderId = 0, order_number: number = '', pay_path = '' } = (await order()) ?? {};
  const token = new URL(pay_path, 'http://shop.test').searchParams.get('token') ?? '';
  const open = async () => (await shop.succeed(openPayLinkCall, { params: { token } })).data;
  const report = (payment: string, providerPayment = `pay_${payment}`, amount = 49_000) => {
    const received = { providerOrder: `order_${payment}`, providerPayment, amount, currency: 'INR' };
    const body = JSON.stringify({ eventId: `event ${events++}`, event: { kind: 'received', received } });
    return shop.raw('/payment/webhook/answers', { method: 'POST', body });
  };
  const refunds = () =>
    shop.store.db
      .selectFrom('refund')
      .select(['amount', 'provider_payment', 'done_at'])
      .where('order_id', '=', orderId)
      .execute();
  const set = (status: Parameters<typeof setOrderStatus>[2]) => shop.change((tx) => setOrderStatus(tx, number, status));
  return { shopper, order, orderId, number, token, open, report, refunds, set, pay_path };
}

const mailsOf = (number: string) =>
  shop.store.db.selectFrom('outbox').select(['subject', 'body']).where('body', 'like', `%${number}%`).execute();

describe('the link of an order on delivery', () => {
  test('is in the order and in its mail, and needs no session', async () => {
    const { open, number, pay_path, token } = await orderOnDelivery();
    expect(pay_path).toMatch(/^\/pay\?token=HT/);
    expect((await mailsOf(number)).some(({ body }) => body.includes(token))).toBe(true);
    expect(await open()).toMatchObject({
      order_number: number,
      state: 'payable',
      payment: { amount: '490.00', prepaid_discount: '50.00', payment_method: 'prepaid', options: { order: expect.any(String) } },
    });
    for (const wrong of ['x', `${number}.`, `${number}.AAAAAAAAAAAAAAAAAAAAAA`, token.slice(0, -1)])
      expect(await shop.fail(openPayLinkCall, { params: { token: wrong } })).toMatchObject({ httpStatus: 404 });
  });

  test('makes it a paid order without the fee, with the discount, once', async () => {
    const { open, order, report, refunds, token, number } = await orderOnDelivery();
    const [first, second] = await Promise.all([open(), open()]);
    const id = first.payment?.id ?? '';
    expect(second.payment?.id).toBe(id);
    await Promise.all([report(id), report(id)]);
    expect(await order()).toMatchObject({
      payment_method: 'prepaid',
      payment_status: 'paid',
      final_amount: '490.00',
      prepaid_discount: '50.00',
      cod_fee: '0.00',
    });
    expect((await order())?.pay_path).toBeUndefined();
    expect(await open()).toEqual({ order_number: number, state: 'paid' });
    expect(await refunds()).toEqual([]);
    const news = (await mailsOf(number)).filter(({ subject }) => subject?.startsWith('Your payment'));
    expect(news).toHaveLength(1);
    expect(token).toContain(number);
  });

  test('returns a second payment, which two people made at once', async () => {
    const { open, order, report, refunds } = await orderOnDelivery();
    const id = (await open()).payment?.id ?? '';
    await Promise.all([report(id, 'pay_a'), report(id, 'pay_b')]);
    expect(await order()).toMatchObject({ payment_status: 'paid', final_amount: '490.00', extra_refund: { amount: '490.00' } });
    expect(await refunds()).toHaveLength(1);
  });

  test.each(['order has been dispatched from retailer', 'order is cancelled'] as const)(
    'ends when the %s, and money that comes later is returned once',
    async (status) => {
      const { open, order, report, refunds, set } = await orderOnDelivery();
      const id = (await open()).payment?.id ?? '';
      await set(status);
      expect(await open()).toMatchObject({ state: 'closed' });
      for (let i = 0; i < 2; i++) await report(id);
      expect(await order()).toMatchObject({ payment_method: 'cod', payment_status: 'pending', status });
      expect(await refunds()).toEqual([{ amount: 49_000, provider_payment: `pay_${id}`, done_at: null }]);
    },
  );

  test('opens another payment when the time of one is over, and the order stays', async () => {
    const { open, order, shopper, number } = await orderOnDelivery();
    const id = (await open()).payment?.id ?? '';
    expect((await shop.succeed(getPendingPaymentCall, { token: shopper.token })).data).toBeNull();
    await runOut(shop, id);
    await releaseExpiredHolds(shop.store.db, await connectProvider(service, shop.store.db, shop.store.log));
    expect(await order()).toMatchObject({ status: 'order has been placed', payment_method: 'cod', final_amount: '570.00' });
    expect((await mailsOf(number)).some(({ subject }) => subject?.startsWith('Your payment'))).toBe(false);
    const again = (await open()).payment;
    expect(again?.id).not.toBe(id);
    await shopper.put(lampId, 1);
    await shopper.buy('570.00');
    expect((await open()).state).toBe('payable');
  });

  test('learns of money whose report is lost by asking the provider', async () => {
    const { open, order } = await orderOnDelivery();
    const id = (await open()).payment?.id ?? '';
    await runOut(shop, id);
    service.answer({ findPayment: async () => paidWith(`order_${id}`, 49_000) });
    expect(await open()).toMatchObject({ state: 'paid' });
    expect(await order()).toMatchObject({ payment_status: 'paid' });
  });

  test('lets its payment be refunded as any other', async () => {
    const { open, report, set, number, order, refunds } = await orderOnDelivery();
    const id = (await open()).payment?.id ?? '';
    await report(id);
    await set('order is cancelled');
    expect(await refunds()).toEqual([{ amount: 49_000, provider_payment: '', done_at: null }]);
    const token = await staffToken(shop, 'owner');
    const body = { form_id: crypto.randomUUID(), kind: 'due' } as const;
    const { data } = await shop.succeed(adminRefundCall, { token, params: { order_number: number }, body });
    expect(data.refunds).toMatchObject([{ amount: '490.00', state: 'done' }]);
    expect(await order()).toMatchObject({ payment_status: 'refunded' });
  });
});

test('what is due of a paid order is paid by its link, and returned with it', async () => {
  const { open, report, orderId, order, set, refunds, number } = await orderOnDelivery();
  await report((await open()).payment?.id ?? '');
  await shop.change((tx) =>
    tx
      .updateTable('orders')
      .set({ due_amount: 5000, shipping_amount: 9000, final_amount: 54_000 })
      .where('id', '=', orderId)
      .execute(),
  );
  const due = (await open()).payment;
  expect(due).toMatchObject({ amount: '50.00' });
  await report(due?.id ?? '', 'pay_due', 5000);
  expect(
    (await shop.store.db.selectFrom('orders').select('due_amount').where('id', '=', orderId).executeTakeFirst())?.due_amount,
  ).toBe(0);
  expect((await order())?.order_number).toBe(number);
  await set('order is cancelled');
  expect((await refunds()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([5000, 49_000]);
});
