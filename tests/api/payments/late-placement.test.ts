import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoupon, endCoupon } from '#api/services/coupons/edit-coupons.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { findRefund } from '#api/services/payment-records/refunds.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { confirmPaymentCall, getPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf, stockOf, usesOf } from '#tests/support/store/customer.ts';
import { openRazorpayShop } from '#tests/support/store/razorpay-shop.ts';
import { signUp } from '#tests/support/store/test-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let opened: Awaited<ReturnType<typeof openRazorpayShop>>;
let next = 9_470_000_000;

beforeAll(async () => {
  opened = await openRazorpayShop();
});
afterAll(() => opened.close());

/** Orders one article at half its price of ₹1,000 in a prepaid checkout, whose hold has ended so long ago (ms). */
async function beginHalf(endedFor: number, isReleased: boolean) {
  const { shop, api } = opened;
  const mobile = String(next++);
  const code = `HALF${mobile}`;
  const article = await shop.add({ name: `Vase ${mobile}`, category: 'Home', price: 100_000, stock: 1 });
  await shop.change((tx) => addCoupon(tx, percentCoupon(code, { value: 50 })));
  const shopper = customerOf(shop, await signUp(shop, mobile));
  await shopper.put(article.id, 1);
  const { payment } = await shopper.buy('500.00', { payment_method: 'prepaid', coupon_code: code });
  const id = payment?.id ?? '';
  const { token } = shopper;
  const shown = await shop.succeed(getPaymentCall, { token, params: { id } });
  const order = shown.data.options?.['order_id'] ?? '';
  const expires_at = new Date(Date.now() - endedFor).toISOString();
  await shop.change((tx) => tx.updateTable('payment').set({ expires_at }).where('id', '=', id).execute());
  if (isReleased) await releaseExpiredHolds(shop.store.db);
  const left = async () => (await stockOf(shop, article.variants[''])).variant;
  const setPrice = (price: number) =>
    shop.change((tx) => tx.updateTable('variant').set({ price, mrp: price }).where('product_id', '=', article.id).execute());
  return { shop, api, shopper, token, mobile, code, id, order, left, setPrice };
}

type Begun = Awaited<ReturnType<typeof beginHalf>>;

const paidBy: Record<string, (begun: Begun) => Promise<unknown>> = {
  'the confirmation of the page': ({ shop, api, token, id, order }) =>
    shop.call(confirmPaymentCall, { token, params: { id }, body: { outcome: 'paid', proof: api.pay(order, `pay_${order}`) } }),
  'the form of the provider': ({ shop, api, id, order }) =>
    shop.store.fetch(
      new Request(`http://store.test/api/payment/callback/razorpay?id=${id}`, {
        method: 'POST',
        body: new URLSearchParams(api.pay(order, `pay_${order}`)),
      }),
    ),
  'a webhook': ({ shop, api, order }) => {
    const entity = {
      id: `pay_${order}`,
      entity: 'payment',
      order_id: order,
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
    };
    const event = { entity: 'event', event: 'payment.captured', contains: ['payment'], payload: { payment: { entity } } };
    const { body, headers } = api.message(event);
    return shop.raw('/payment/webhook/razorpay', { method: 'POST', body, headers: { ...headers, 'x-razorpay-event-id': order } });
  },
};

const onDelivery = ({ shop, token, id }: Begun) => shop.call(payOnDeliveryCall, { token, params: { id } });

const changes: [string, number, (begun: Begun) => Promise<unknown>][] = [
  ['a higher price', MINUTE, ({ setPrice }) => setPrice(1_000_000)],
  ['a lower price', MINUTE, ({ setPrice }) => setPrice(90_000)],
  ['an ended coupon', MINUTE, ({ shop, code }) => shop.change((tx) => endCoupon(tx, code))],
  ['more than a day', 24 * HOUR + MINUTE, () => Promise.resolve()],
  ['weeks', 40 * 24 * HOUR, () => Promise.resolve()],
];

describe.each([
  ['released', true],
  ['not yet released', false],
])('after a hold that a worker has %s', (_, isReleased) => {
  describe.each(changes)('with %s', (_change, endedFor, change) => {
    test.each(Object.entries(paidBy))('money by %s is refunded in full, once, and places nothing', async (_way, pay) => {
      const begun = await beginHalf(endedFor, isReleased);
      await change(begun);
      for (let i = 0; i < 3; i++) await pay(begun);
      const [order] = await begun.shopper.orders();
      expect(order).toMatchObject({ status: 'order is cancelled', payment_status: 'paid', final_amount: '500.00' });
      expect(await findRefund(begun.shop.store.db, order?.order_id ?? 0)).toMatchObject({
        amount: 50_000,
        done_at: null,
        payments: [`pay_${begun.order}`],
      });
      expect([await begun.left(), await usesOf(begun.shop, begun.code)]).toEqual([1, 0]);
      const subjects = (await listOutbox(begun.shop.store.db, { limit: 50 }))
        .filter(({ recipient, subject }) => recipient.includes('@') && subject.includes(order?.order_number ?? ''))
        .map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject.startsWith('Refund of your payment'))).toHaveLength(1);
      expect(await begun.shopper.cart()).toHaveLength(1);
    });

    test('cash on delivery is refused, and places nothing', async () => {
      const begun = await beginHalf(endedFor, isReleased);
      await change(begun);
      expect(await onDelivery(begun)).toMatchObject({ success: false, httpStatus: 409 });
      await releaseExpiredHolds(begun.shop.store.db);
      expect((await begun.shopper.orders())[0]).toMatchObject({ status: 'order is cancelled', payment_method: 'prepaid' });
      expect([await begun.left(), await usesOf(begun.shop, begun.code)]).toEqual([1, 0]);
    });
  });

  test.each(Object.entries({ ...paidBy, 'cash on delivery': onDelivery }))(
    'at the same price, with a valid coupon and within a day, %s places the order',
    async (_way, pay) => {
      for (const endedFor of [MINUTE, 23 * HOUR]) {
        const begun = await beginHalf(endedFor, isReleased);
        await pay(begun);
        expect((await begun.shopper.orders())[0]).toMatchObject({ status: 'order has been placed', final_amount: '500.00' });
        expect([await begun.left(), await usesOf(begun.shop, begun.code)]).toEqual([0, 1]);
      }
    },
  );
});

describe('during the hold', () => {
  test.each(Object.entries({ ...paidBy, 'cash on delivery': onDelivery }))(
    'a new price and the end of the coupon do not matter: %s places the order',
    async (_way, pay) => {
      const begun = await beginHalf(-10 * MINUTE, true);
      await begun.setPrice(1_000_000);
      await begun.shop.change((tx) => endCoupon(tx, begun.code));
      await pay(begun);
      expect((await begun.shopper.orders())[0]).toMatchObject({ status: 'order has been placed', final_amount: '500.00' });
    },
  );
});
