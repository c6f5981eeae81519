import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import type { InvoiceDocument } from '#api/services/invoices/invoice-document.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { cancelOrderCall, type Order } from '#lib/contract/orders.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { calculateDiscount, calculateTotals } from '#lib/rules/totals.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf, usesOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let next = 9_480_000_000;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Purchase {
  /** One order for each, by a seller of its own. Paise. */
  prices: number[];
  coupon: { kind: 'percent' | 'amount'; value: number; minimum: number };
  shipping: ShippingCharges;
  paymentMethod: 'cod' | 'prepaid';
}

/** Buys and, if prepaid, pays; returns what a cancellation needs. */
async function buy({ prices, coupon, shipping, paymentMethod }: Purchase) {
  const mobile = String(next++);
  const code = `C${mobile}`;
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping }));
  await shop.change((tx) => addCoupon(tx, percentCoupon(code, coupon)));
  const shopper = customerOf(shop, await signUp(shop, mobile));
  for (const [i, price] of prices.entries()) {
    const article = await shop.add({ name: `Article ${mobile} ${i}`, category: 'Home', price, stock: 5, seller: `Seller ${i}` });
    await shopper.put(article.id, 1);
  }
  const totalOf = (items: number) =>
    calculateTotals({
      items,
      discount: items >= coupon.minimum ? calculateDiscount(coupon, items) : 0,
      paymentMethod,
      charges: toCharges(shipping),
    }).total;
  const items = prices.reduce((sum, price) => sum + price, 0);
  const useCoupon = items >= coupon.minimum ? { coupon_code: code } : {};
  const bought = await shopper.buy(toRupees(totalOf(items)), { payment_method: paymentMethod, ...useCoupon });
  const { token } = shopper;
  if (bought.payment)
    await shop.succeed(confirmPaymentCall, { token, params: { id: bought.payment.id }, body: { outcome: 'paid' } });
  const orders = async () => (await shopper.orders()).toSorted((a, b) => a.order_id - b.order_id);
  const staying = async () => (await orders()).filter(({ status }) => status !== 'order is cancelled');
  const refunded = async () => {
    const ids = (await orders()).map(({ order_id }) => order_id);
    const rows = await shop.store.db.selectFrom('refund').select('amount').where('order_id', 'in', ids).execute();
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  };
  const cancel = (order_id: number) =>
    shop.succeed(cancelOrderCall, { token, body: { order_id, reject_reason_select: 'Changed My Mind' } });
  return { code, mobile, totalOf, paid: totalOf(items), ids: bought.order_id, orders, staying, refunded, cancel };
}

const totalOf = (orders: readonly Order[]): number => orders.reduce((sum, { final_amount }) => sum + toPaise(final_amount), 0);
const itemsOf = (orders: readonly Order[]): number => orders.reduce((sum, { price }) => sum + toPaise(price), 0);

const amountCoupon: Purchase['coupon'] = { kind: 'amount', value: 40_000, minimum: 300_000 };
const freeFrom3000 = { charge: '79.00', free_from: '3000.00' };

describe('cancelling a part of a checkout', () => {
  test.each(['cod', 'prepaid'] as const)(
    'of two sellers takes coupon and free shipping from what stays below them (%s)',
    async (paymentMethod) => {
      const bought = await buy({ prices: [69_900, 269_900], coupon: amountCoupon, shipping: freeFrom3000, paymentMethod });
      await bought.cancel(bought.ids[1] ?? 0);
      const [stays] = await bought.staying();
      expect(stays).toMatchObject({ price: '699.00', discount_amount: '0.00', shipping_amount: '79.00', final_amount: '778.00' });
      const paid = paymentMethod === 'cod' ? 0 : 299_800;
      expect(await bought.refunded()).toBe(paid && paid - 77_800);
      expect(await usesOf(shop, bought.code)).toBe(0);
      const mails = (await listOutbox(shop.store.db, { limit: 20 })).filter(({ recipient }) => recipient.includes('@'));
      const mail = mails.find(({ subject }) => subject.includes('has been cancelled') && subject.includes('Your order'));
      const { body } = await shop.store.db
        .selectFrom('outbox')
        .select('body')
        .where('id', '=', mail?.id ?? 0)
        .executeTakeFirstOrThrow();
      expect(body).toContain(`Your order ${stays?.order_number} now costs ₹778.00.`);
      expect(body.includes('₹2,220.00 will be returned to you')).toBe(paid > 0);
    },
  );

  test('never makes what stays cost more than all of it did', async () => {
    const bought = await buy({ prices: [299_900, 1000], coupon: amountCoupon, shipping: freeFrom3000, paymentMethod: 'prepaid' });
    await bought.cancel(bought.ids[1] ?? 0);
    expect(totalOf(await bought.staying())).toBe(bought.paid);
    expect(await bought.refunded()).toBe(0);
    await bought.cancel(bought.ids[0] ?? 0);
    expect(await bought.refunded()).toBe(bought.paid);
  });

  test('uses the charges of the checkout, whatever the owner has set since', async () => {
    const bought = await buy({ prices: [69_900, 269_900], coupon: amountCoupon, shipping: freeFrom3000, paymentMethod: 'cod' });
    await shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: '500.00' } }));
    await bought.cancel(bought.ids[1] ?? 0);
    expect(totalOf(await bought.staying())).toBe(77_800);
  });

  test('leaves an order with an invoice as its invoice says', async () => {
    const bought = await buy({
      prices: [69_900, 269_900, 50_000],
      coupon: amountCoupon,
      shipping: freeFrom3000,
      paymentMethod: 'prepaid',
    });
    const [first] = await bought.orders();
    await shop.change((tx) => setOrderStatus(tx, first?.order_number ?? '', ORDER_DISPATCHED));
    await bought.cancel(bought.ids[1] ?? 0);
    const staying = await bought.staying();
    expect(staying[0]).toMatchObject({ final_amount: first?.final_amount, discount_amount: first?.discount_amount });
    expect(bought.paid - (await bought.refunded())).toBe(totalOf(staying));
    const { document } = await shop.store.db
      .selectFrom('invoice')
      .select('document')
      .where('order_id', '=', bought.ids[0] ?? 0)
      .executeTakeFirstOrThrow();
    expect((JSON.parse(document) as InvoiceDocument).total).toBe(toPaise(first?.final_amount ?? ''));
    const last = staying[1];
    await shop.change((tx) => setOrderStatus(tx, last?.order_number ?? '', ORDER_DISPATCHED));
    const later = await shop.store.db
      .selectFrom('invoice')
      .select('document')
      .where('order_id', '=', last?.order_id ?? 0)
      .executeTakeFirstOrThrow();
    const invoice = JSON.parse(later.document) as InvoiceDocument;
    expect(invoice.total).toBe(toPaise(last?.final_amount ?? ''));
    expect(invoice.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice.total);
  });

  test('in any order leaves paid − refunded as what stays costs by the rule', async () => {
    const purchase = fc.record({
      prices: fc.array(fc.integer({ min: 100, max: 300_000 }), { minLength: 2, maxLength: 4 }),
      coupon: fc.oneof(
        fc.record({
          kind: fc.constant('percent' as const),
          value: fc.integer({ min: 1, max: 100 }),
          minimum: fc.integer({ min: 0, max: 500_000 }),
        }),
        fc.record({
          kind: fc.constant('amount' as const),
          value: fc.integer({ min: 1, max: 200_000 }),
          minimum: fc.integer({ min: 0, max: 500_000 }),
        }),
      ),
      shipping: fc.record({
        charge: fc.constantFrom('0.00', '49.00', '79.50'),
        free_from: fc.constantFrom('500.00', '3000.00'),
        cod_fee: fc.constantFrom('0.00', '30.00'),
      }),
      paymentMethod: fc.constantFrom('cod' as const, 'prepaid' as const),
    });
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(purchase, order, async (wanted, indexes) => {
        const total = calculateTotals({
          items: wanted.prices.reduce((sum, price) => sum + price, 0),
          discount: 0,
          paymentMethod: 'prepaid',
          charges: toCharges(wanted.shipping),
        }).total;
        // Below the provider's minimum the checkout is refused.
        fc.pre(wanted.coupon.kind === 'percent' ? wanted.coupon.value < 99 : total - wanted.coupon.value > 100);
        const bought = await buy(wanted);
        let rest = bought.paid;
        for (const index of indexes.filter((i) => i < wanted.prices.length)) {
          await bought.cancel(bought.ids[index] ?? 0);
          const staying = await bought.staying();
          rest = staying.length === 0 ? 0 : Math.min(rest, bought.totalOf(itemsOf(staying)));
          expect(totalOf(staying)).toBe(rest);
          if (wanted.paymentMethod === 'prepaid') expect(bought.paid - (await bought.refunded())).toBe(rest);
        }
        expect(await usesOf(shop, bought.code)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
