import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#api/logging.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { findRefund, markRefunded } from '#api/services/payment-records/refunds.ts';
import { createRazorpayProvider } from '#api/services/payments/razorpay.ts';
import { purgePaymentEvents } from '#api/services/payments/webhook-events.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { getPaymentCall } from '#lib/contract/payments.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { beginPayment, LAMP_PRICE, openRazorpayShop, runOut } from '#tests/support/store/razorpay-shop.ts';
import { signUp } from '#tests/support/store/test-store.ts';

let opened: Awaited<ReturnType<typeof openRazorpayShop>>;
let next = 9_440_000_000;
const lines: string[] = [];
const log = createLog({ production: true, level: 'warn', destination: { write: (line) => void lines.push(line) } });

beforeAll(async () => {
  opened = await openRazorpayShop({ log });
});
afterAll(() => opened.close());

const begin = () => beginPayment(opened, String(next++));
const stock = async () => (await stockOf(opened.shop, opened.lamp.variants[''])).variant;

/** The events of one payment, as Razorpay documents their bodies. */
const eventNames = ['payment.authorized', 'payment.failed', 'payment.captured', 'order.paid'] as const;
const refundNames = ['refund.created', 'refund.processed'] as const;
type EventName = (typeof eventNames)[number] | (typeof refundNames)[number] | 'refund.failed';

function bodyOf(
  event: EventName,
  order: string,
  { paymentId = `pay_${order}`, returned = LAMP_PRICE, refundId = `rfnd_${order}`, paid = LAMP_PRICE } = {},
) {
  const status = event.replace(/^\w+\./, '');
  const entity = { id: paymentId, entity: 'payment', order_id: order, amount: paid, currency: 'INR', status };
  const refund = { id: refundId, entity: 'refund', amount: returned, currency: 'INR', payment_id: paymentId };
  return {
    entity: 'event',
    event,
    contains: ['payment'],
    payload: {
      payment: { entity },
      ...(event === 'order.paid' && { order: { entity: { id: order, amount_paid: paid, status: 'paid' } } }),
      ...(event.startsWith('refund.') && { refund: { entity: refund } }),
    },
  };
}

/** Delivers an event; every delivery of one event has the same id. */
async function deliver(event: EventName, order: string, more: Parameters<typeof bodyOf>[2] = {}, eventId = `${event}:${order}`) {
  const { body, headers } = opened.api.message(bodyOf(event, order, more));
  const response = await opened.shop.raw('/payment/webhook/razorpay', {
    method: 'POST',
    body,
    headers: { ...headers, 'x-razorpay-event-id': eventId },
  });
  expect(response.status).toBe(200);
}

const permutationsOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, i) => permutationsOf(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

describe('the events of a payment', () => {
  test.each(permutationsOf(eventNames).map((order) => ({ order, name: order.join(', ') })))(
    'five times each as $name place the order once',
    async ({ order: events }) => {
      const before = await stock();
      const { shopper, order, show } = await begin();
      let isPaid = false;
      for (const event of events) {
        for (let i = 0; i < 5; i++) await deliver(event, order);
        isPaid ||= event === 'payment.captured' || event === 'order.paid';
        expect((await show()).status).toBe(isPaid ? 'paid' : 'pending');
      }
      const [placed, ...others] = await shopper.orders();
      expect(others).toEqual([]);
      expect(placed).toMatchObject({
        status: 'order has been placed',
        payment_status: 'paid',
        timeline: [{ status: 'payment is pending' }, { status: 'order has been placed' }],
      });
      expect(await stock()).toBe(before - 1);
      expect(await shopper.cart()).toEqual([]);
    },
  );

  test('in any order, mixed with the browser’s result and a refund, never go backwards', async () => {
    const steps = fc.array(fc.constantFrom(...eventNames, ...refundNames, 'browser' as const, 'expiry' as const), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const before = await stock();
        const { shopper, id, order, show, confirm } = await begin();
        const seen: string[] = [];
        for (const step of sequence) {
          if (step === 'browser') await confirm(opened.api.pay(order, `pay_${order}`));
          else if (step === 'expiry') await runOut(opened.shop, id);
          else for (let i = 0; i < 5; i++) await deliver(step, order);
          seen.push((await show()).status);
        }
        const paidAt = seen.indexOf('paid');
        if (paidAt >= 0) expect(new Set(seen.slice(paidAt))).toEqual(new Set(['paid']));
        const [placed, ...others] = await shopper.orders();
        expect(others).toEqual([]);
        const transitions = placed?.timeline.filter(({ status }) => status === 'order has been placed').length;
        expect(transitions).toBe(paidAt >= 0 ? 1 : 0);
        const isHeld = paidAt >= 0 || seen.at(-1) === 'pending';
        expect(await stock()).toBe(isHeld ? before - 1 : before);
        expect(await shopper.cart()).toHaveLength(paidAt >= 0 ? 0 : 1);
      }),
      { numRuns: 15 },
    );
  });

  test('delivered at the same time place the order once', async () => {
    const before = await stock();
    const { shopper, order } = await begin();
    await Promise.all(eventNames.flatMap((event) => Array.from({ length: 5 }, () => deliver(event, order))));
    const [placed] = await shopper.orders();
    expect(placed?.timeline.map(({ status }) => status)).toEqual(['payment is pending', 'order has been placed']);
    expect(await stock()).toBe(before - 1);
  });

  test('count once without an event id too', async () => {
    const { shopper, order } = await begin();
    const { body, headers } = opened.api.message(bodyOf('payment.captured', order));
    for (let i = 0; i < 3; i++) await opened.shop.raw('/payment/webhook/razorpay', { method: 'POST', body, headers });
    expect((await shopper.orders())[0]?.timeline).toHaveLength(2);
  });
});

test('an authorised payment is being confirmed and cannot be made again, until it fails or is captured', async () => {
  const { order, show } = await begin();
  expect(await show()).toMatchObject({ status: 'pending', options: { order_id: order } });
  await deliver('payment.authorized', order);
  await deliver('payment.failed', order, { paymentId: `earlier_${order}` }, `earlier:${order}`);
  const confirming = await show();
  expect(confirming).toMatchObject({ status: 'pending', confirming: true });
  expect(confirming.options).toBeUndefined();
  await deliver('payment.failed', order);
  const failed = await show();
  expect([failed.confirming, failed.options?.['order_id']]).toEqual([undefined, order]);
  await deliver('payment.authorized', order, { paymentId: `later_${order}` }, `later:${order}`);
  await deliver('payment.captured', order, { paymentId: `later_${order}` });
  const paid = await show();
  expect([paid.status, paid.confirming]).toEqual(['paid', undefined]);
});

test('an authorised payment of another shop with the same account is not logged', async () => {
  lines.length = 0;
  for (const event of ['payment.authorized', 'payment.failed'] as const) await deliver(event, 'order_of_another_shop');
  expect(lines).toEqual([]);
});

describe('a refund', () => {
  test('of a payment that came too late is marked as done once the provider has returned it', async () => {
    const { shopper, id, order, show } = await begin();
    await shopper.buy('500.50');
    await deliver('payment.captured', order);
    const dropped = (await shopper.orders()).find(({ payment_method }) => payment_method === 'prepaid');
    expect(await show()).toMatchObject({ id, status: 'abandoned', refund: '500.50' });
    await deliver('refund.created', order);
    expect(await findRefund(opened.shop.store.db, dropped?.order_id ?? 0)).toMatchObject({ done_at: null });
    for (let i = 0; i < 5; i++) await deliver('refund.processed', order);
    expect(await findRefund(opened.shop.store.db, dropped?.order_id ?? 0)).toMatchObject({ done_at: expect.any(String) });
    expect((await shopper.orders()).find(({ order_id }) => order_id === dropped?.order_id)).toMatchObject({
      status: 'order is cancelled',
      payment_status: 'refunded',
    });
  });

  test('that overtakes the report of its payment leaves nothing to place', async () => {
    const before = await stock();
    const { shopper, order, show } = await begin();
    await deliver('refund.processed', order);
    await deliver('payment.captured', order);
    await deliver('order.paid', order);
    expect((await show()).status).toBe('failed');
    expect((await shopper.orders())[0]?.status).toBe('order is cancelled');
    expect(await stock()).toBe(before);
  });

  test('that overtakes the report of its payment leaves the order to a second payment that succeeded', async () => {
    const before = await stock();
    const { shopper, order, show } = await begin();
    await deliver('refund.processed', order, { paymentId: `first_${order}` });
    lines.length = 0;
    await deliver('payment.captured', order, { paymentId: `second_${order}` }, `second:${order}`);
    await deliver('payment.captured', order, { paymentId: `first_${order}` });
    await deliver('refund.created', order, { paymentId: `first_${order}` });
    expect(lines.map((line) => JSON.parse(line).providerPayment)).toEqual([]);
    expect((await show()).status).toBe('paid');
    expect((await shopper.orders())[0]).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
    expect(await stock()).toBe(before - 1);
  });

  test('of a second payment leaves the refund of the first due', async () => {
    const { shopper, order } = await begin();
    await deliver('payment.captured', order, { paymentId: `first_${order}` });
    await deliver('payment.captured', order, { paymentId: `second_${order}` }, `second:${order}`);
    const order_id = (await shopper.orders())[0]?.order_id ?? 0;
    const { token } = shopper;
    await opened.shop.succeed(cancelOrderCall, { token, body: { order_id, reject_reason_select: 'Payment Issue' } });
    await deliver('refund.processed', order, { paymentId: `second_${order}`, refundId: `rfnd_2_${order}` });
    expect(await findRefund(opened.shop.store.db, order_id)).toMatchObject({ amount: LAMP_PRICE, done_at: null });
    await deliver('refund.processed', order, { paymentId: `first_${order}` });
    expect(await findRefund(opened.shop.store.db, order_id)).toMatchObject({ done_at: expect.any(String) });
  });

  test('delivered again under another event id marks one order, not its neighbour of the same amount', async () => {
    const { shop } = opened;
    const shopper = customerOf(shop, await signUp(shop, String(next++)));
    const { token } = shopper;
    for (const seller of ['Loom', 'Mill']) {
      const added = await shop.add({ name: `Rug by ${seller}`, category: 'Home', price: 20_000, stock: 5, seller });
      await shopper.put(added.id, 1);
    }
    const { payment } = await shopper.buy('400.00', { payment_method: 'prepaid' });
    const { data } = await shop.succeed(getPaymentCall, { token, params: { id: payment?.id ?? '' } });
    const order = data.options?.['order_id'] ?? '';
    await deliver('payment.captured', order, { paid: 40_000 });
    for (const { order_id } of await shopper.orders())
      await shop.succeed(cancelOrderCall, { token, body: { order_id, reject_reason_select: 'Payment Issue' } });
    const states = async () => (await shopper.orders()).map(({ payment_status }) => payment_status).toSorted();
    for (const eventId of ['first', 'replayed'])
      await deliver('refund.processed', order, { paid: 40_000, returned: 20_000 }, `${eventId}:${order}`);
    expect(await states()).toEqual(['paid', 'refunded']);
    await deliver('refund.processed', order, { paid: 40_000, returned: 20_000, refundId: `rfnd_2_${order}` });
    expect(await states()).toEqual(['refunded', 'refunded']);
  });

  test.each([
    ['that was not due', 'refund.processed', 'refund'],
    ['that failed', 'refund.failed', 'refund_failed'],
  ] as const)('%s is logged for the owner and changes nothing', async (_, event, reason) => {
    const { shopper, order } = await begin();
    await deliver('payment.captured', order);
    lines.length = 0;
    await deliver(event, order);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([reason]);
    expect((await shopper.orders())[0]).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
  });
});

describe('money that the owner returned at the provider before a cancellation', () => {
  const cancelAfter = async (...returned: number[]) => {
    const { shopper, order } = await begin();
    await deliver('payment.captured', order);
    for (const [i, amount] of returned.entries())
      for (let again = 0; again < 3; again++)
        await deliver('refund.processed', order, { returned: amount, refundId: `rfnd_${i}_${order}` });
    const { token } = shopper;
    const order_id = (await shopper.orders())[0]?.order_id ?? 0;
    await opened.shop.succeed(cancelOrderCall, { token, body: { order_id, reject_reason_select: 'Payment Issue' } });
    const refund = await findRefund(opened.shop.store.db, order_id);
    return { refund, status: (await shopper.orders())[0]?.payment_status };
  };

  test.each([[[100]], [[100, 250]], [[LAMP_PRICE - 1]]])('%j paise make only the rest due', async (returned) => {
    const rest = LAMP_PRICE - returned.reduce((sum, amount) => sum + amount, 0);
    expect(await cancelAfter(...returned)).toMatchObject({ refund: { amount: rest, done_at: null }, status: 'paid' });
  });

  test('leaves nothing due when it was all of it', async () => {
    expect(await cancelAfter(LAMP_PRICE)).toMatchObject({ refund: { done_at: expect.any(String) }, status: 'refunded' });
  });
});

describe('a second payment of one order', () => {
  const second = (order: string) => ({ paymentId: `second_${order}` });
  const dueOrders = async () =>
    (await listOrders(opened.shop.store.db, { refundDue: true })).map(({ order_number }) => order_number);

  test('is marked for refund once, however often and by whatever event it is reported, and the customer is told once', async () => {
    const { db } = opened.shop.store;
    const before = await stock();
    const { shopper, order, confirm, show } = await begin();
    await deliver('payment.captured', order);
    const mails = (await listOutbox(db, { limit: 1000 })).length;
    for (let i = 0; i < 5; i++) {
      await Promise.all([
        deliver('payment.captured', order, second(order), `second captured:${order}`),
        deliver('order.paid', order, second(order), `second paid:${order}`),
        confirm(opened.api.pay(order, `second_${order}`)),
      ]);
      await deliver('payment.captured', order);
    }
    const [placed, ...others] = await shopper.orders();
    expect(others).toEqual([]);
    expect(placed).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
    expect(await stock()).toBe(before - 1);
    expect(await show()).toMatchObject({ status: 'paid', refund: '500.50' });
    expect(await dueOrders()).toContain(placed?.order_number);
    expect(await findRefund(db, placed?.order_id ?? 0)).toMatchObject({
      amount: LAMP_PRICE,
      done_at: null,
      payments: [`second_${order}`],
    });
    expect(placed?.extra_refund).toEqual({ amount: '500.50', done: false });
    const told = (await listOutbox(db, { limit: 1000 })).slice(0, -mails);
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Refund of your second payment for HT-\w+ at /),
      'payment_refund',
    ]);
  });

  test('that is returned leaves the order paid, and a later cancellation has its own refund', async () => {
    const { shopper, order } = await begin();
    await deliver('payment.captured', order);
    await deliver('refund.processed', order, { ...second(order), refundId: `rfnd_2_${order}` });
    await deliver('payment.captured', order, second(order), `second:${order}`);
    const { order_id = 0, order_number } = (await shopper.orders())[0] ?? {};
    const { db } = opened.shop.store;
    expect(await findRefund(db, order_id)).toMatchObject({ done_at: expect.any(String), payments: [`second_${order}`] });
    expect((await shopper.orders())[0]).toMatchObject({
      status: 'order has been placed',
      payment_status: 'paid',
      extra_refund: { amount: '500.50', done: true },
    });
    expect(await dueOrders()).not.toContain(order_number);
    await opened.shop.succeed(cancelOrderCall, {
      token: shopper.token,
      body: { order_id, reject_reason_select: 'Payment Issue' },
    });
    expect(await findRefund(db, order_id)).toMatchObject({ amount: LAMP_PRICE, done_at: null, payments: [`pay_${order}`] });
    expect(await opened.shop.change((tx) => markRefunded(tx, order_id))).toBe(true);
    expect((await shopper.orders())[0]).toMatchObject({ payment_status: 'refunded' });
  });

  test('that the owner marks as refunded leaves the order paid', async () => {
    const { shopper, order } = await begin();
    await deliver('payment.captured', order);
    await deliver('payment.captured', order, second(order), `second:${order}`);
    const order_id = (await shopper.orders())[0]?.order_id ?? 0;
    for (const isDue of [true, false]) expect(await opened.shop.change((tx) => markRefunded(tx, order_id))).toBe(isDue);
    expect((await shopper.orders())[0]).toMatchObject({ status: 'order has been placed', payment_status: 'paid' });
  });
});

test('a second payment of one order is logged for the owner', async () => {
  const { order } = await begin();
  await deliver('payment.captured', order);
  lines.length = 0;
  await deliver('payment.captured', order, { paymentId: 'pay_second' }, 'second');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'second_payment', providerPayment: 'pay_second' }]);
});

test('processed events are deleted after 30 days', async () => {
  const { order } = await begin();
  await deliver('payment.captured', order);
  const { db } = opened.shop.store;
  const count = async () => (await db.selectFrom('payment_event').selectAll().execute()).length;
  const kept = await count();
  await opened.shop.change(purgePaymentEvents);
  expect(await count()).toBe(kept);
  await opened.shop.change((tx) =>
    tx
      .updateTable('payment_event')
      .set({ received_at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .execute(),
  );
  await opened.shop.change(purgePaymentEvents);
  expect(await count()).toBe(0);
});

describe('Razorpay’s documented signature', () => {
  // From the documentation of Razorpay's libraries.
  const provider = createRazorpayProvider({ keyId: 'rzp_test', keySecret: 'EnLs21M47BllR3X8PSFtjtbd' });
  const due = { id: 'x', amount: LAMP_PRICE };
  const order = 'order_IEIaMR65cu6nz3';
  const payment = 'pay_IH4NVgf4Dreq1l';
  const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';
  const verify = (razorpay_signature: string, orderId = order, razorpay_payment_id = payment) =>
    provider.verifyProof?.(due, orderId, { razorpay_payment_id, razorpay_signature });

  test('is accepted', () => {
    expect(verify(signature)).toBe(payment);
  });

  test('is refused with any single bit flipped', () => {
    const bytes = Buffer.from(signature, 'hex');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(verify(flipped.toString('hex'))).toBeUndefined();
    }
  });

  test('is refused for another order, and for the order that the browser names instead of the store’s own', () => {
    expect(verify(signature, 'order_of_another')).toBeUndefined();
    expect(
      provider.verifyProof?.(due, 'order_of_another', {
        razorpay_order_id: order,
        razorpay_payment_id: payment,
        razorpay_signature: signature,
      }),
    ).toBeUndefined();
    expect(verify(signature, order, 'pay_other')).toBeUndefined();
  });
});
