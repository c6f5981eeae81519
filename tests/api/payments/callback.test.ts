import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payByRazorpay } from '#tests/support/providers/razorpay.ts';
import { beginPayment, openRazorpayShop, runOut } from '#tests/support/store/razorpay-shop.ts';
import { openAgain } from '#tests/support/store/test-store.ts';

let opened: Awaited<ReturnType<typeof openRazorpayShop>>;
let next = 9_450_000_000;
beforeAll(async () => {
  opened = await openRazorpayShop();
});
afterAll(() => opened.close());

const begin = () => beginPayment(opened, String(next++));

/** Posts the form of the provider's page, without key and session as a browser does; returns where it is sent. */
async function post(id: string, fields: Record<string, string>, { site = '', shop = opened.shop, name = 'razorpay' } = {}) {
  const query = new URLSearchParams({ id, ...(site && { site }) });
  const response = await shop.store.fetch(
    new Request(`http://store.test/api/payment/callback/${name}?${query}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://api.razorpay.com' },
    }),
  );
  return { status: response.status, location: response.headers.get('location') };
}

describe('the way back from the provider’s page', () => {
  test('with a signature places the order and leads to the thanks, however often', async () => {
    const { shopper, id, order } = await begin();
    for (let i = 0; i < 3; i++)
      expect(await post(id, opened.api.pay(order, 'pay_1'))).toEqual({ status: 303, location: `/order-success?id=${id}` });
    expect((await shopper.orders()).map(({ status }) => status)).toEqual(['order has been placed']);
    expect(await shopper.cart()).toEqual([]);
  });

  test('without a valid signature changes nothing and leads to the failure', async () => {
    const { shopper, id, order, show } = await begin();
    const genuine = opened.api.pay(order, 'pay_1');
    const forged = [
      {},
      { ...genuine, razorpay_signature: `${genuine.razorpay_signature.slice(0, -1)}x` },
      { ...genuine, razorpay_payment_id: 'pay_2' },
      opened.api.pay('order_of_another', 'pay_1'),
      { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_failed' },
    ];
    for (const fields of forged)
      expect(await post(id, fields)).toEqual({ status: 303, location: `/order-failure?id=${id}&why=failed` });
    expect(await post(id, { 'error[reason]': 'payment_cancelled' })).toMatchObject({
      location: `/order-failure?id=${id}&why=abandoned`,
    });
    expect((await show()).status).toBe('pending');
    expect((await shopper.orders())[0]?.status).toBe('payment is pending');
  });

  test('with the signature of another payment leads nowhere', async () => {
    const mine = await begin();
    const other = await begin();
    await post(other.id, opened.api.pay(mine.order, 'pay_1'));
    expect((await mine.show()).status).toBe('pending');
    expect((await other.show()).status).toBe('pending');
    expect(await post('unknown', opened.api.pay(mine.order, 'pay_1'))).toEqual({ status: 303, location: '/payment' });
  });

  test('after the hold has expired still places the order while the stock lasts', async () => {
    const { id, order, show } = await begin();
    await runOut(opened.shop, id);
    expect((await show()).status).toBe('expired');
    expect(await post(id, opened.api.pay(order, 'pay_1'))).toMatchObject({ location: `/order-success?id=${id}` });
    expect((await show()).status).toBe('paid');
  });

  test('leads to a site elsewhere only if the store allows it', async () => {
    const payments = payByRazorpay(opened.api.url);
    const shop = await openAgain(opened.shop, { payments, demoMode: true, allowedOrigins: ['https://shop.example'] });
    const { id } = await begin();
    expect(await post(id, {}, { shop, site: 'https://shop.example' })).toMatchObject({
      location: `https://shop.example/order-failure?id=${id}&why=failed`,
    });
    expect(await post(id, {}, { shop, site: 'https://evil.example' })).toMatchObject({
      location: `/order-failure?id=${id}&why=failed`,
    });
    await shop.close();
  });

  test('does not exist for a provider without such a page', async () => {
    expect(await post('x', {}, { name: 'test' })).toMatchObject({ status: 404 });
  });
});
