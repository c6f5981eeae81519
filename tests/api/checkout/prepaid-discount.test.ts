import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { findInvoice } from '#api/services/invoices/find-invoice.ts';
import { renderInvoice } from '#api/services/invoices/render-invoice.ts';
import { setSellerParticulars } from '#api/services/invoices/seller-particulars.ts';
import { setTaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { ORDER_CANCELLED, ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { cancelOrderCall, type Order } from '#lib/contract/orders.ts';
import { confirmPaymentCall, getPaymentCall, payOnDeliveryCall } from '#lib/contract/payments.ts';
import { type PrepaidDiscount, type ShippingCharges, storeInfoCall } from '#lib/contract/store.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { calculateDiscount, calculateTotals, toPrepaidOffer } from '#lib/rules/totals.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let next = 9_490_000_000;

beforeAll(async () => {
  shop = await openShop();
  await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500, hsn: '6109' }));
});
afterAll(() => shop.close());

interface Wanted {
  /** One order for each, by a seller of its own. Paise. */
  prices: number[];
  offer?: PrepaidDiscount;
  coupon?: { kind: 'percent' | 'amount'; value: number };
  shipping?: ShippingCharges;
}

/** Fills the cart of a new customer in a shop with this discount; the shopper's page works the totals out by the same rule. */
async function prepare({ prices, offer, coupon, shipping }: Wanted) {
  const mobile = String(next++);
  const settings = { ...defaultSettings, ...(shipping && { shipping }), ...(offer && { prepaid_discount: offer }) };
  await shop.change((tx) => saveSettings(tx, settings));
  const shopper = customerOf(shop, await signUp(shop, mobile));
  for (const [i, price] of prices.entries()) {
    const seller = `Seller ${i}`;
    const { id } = await shop.add({ name: `Article ${mobile} ${i}`, category: 'Home', price, stock: 5, seller });
    await shopper.put(id, 1);
    await shop.change((tx) => setSellerParticulars(tx, seller, { gstin: '29ABCDE1234F1ZW', address: 'Mysuru' }));
  }
  if (coupon) await shop.change((tx) => addCoupon(tx, percentCoupon(`C${mobile}`, coupon)));
  const items = prices.reduce((sum, price) => sum + price, 0);
  const totalsBy = (paymentMethod: 'cod' | 'prepaid') =>
    calculateTotals({
      items,
      discount: coupon ? calculateDiscount(coupon, items) : 0,
      prepaidOffer: toPrepaidOffer(offer),
      paymentMethod,
      charges: toCharges(shipping),
    });
  const { token } = shopper;
  const orders = async () => (await shopper.orders()).toSorted((one, other) => one.order_id - other.order_id);
  const confirm = (id: string, outcome: 'paid' | 'failed') =>
    shop.succeed(confirmPaymentCall, { token, params: { id }, body: { outcome } });
  const order = (paymentMethod: 'cod' | 'prepaid') =>
    shopper.buy(toRupees(totalsBy(paymentMethod).total), {
      payment_method: paymentMethod,
      ...(coupon && { coupon_code: `C${mobile}` }),
    });
  return { shopper, token, totalsBy, orders, confirm, order };
}

const sum = (orders: readonly Order[], field: 'final_amount' | 'prepaid_discount' | 'discount_amount' | 'price'): number =>
  orders.reduce((all, order) => all + toPaise(order[field] ?? '0.00'), 0);

async function refundsOf(orders: readonly Order[]): Promise<number> {
  const ids = orders.map(({ order_id }) => order_id);
  const rows = await shop.store.db.selectFrom('refund').select('amount').where('order_id', 'in', ids).execute();
  return rows.reduce((all, { amount }) => all + amount, 0);
}

const rate = fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) });
const flat = fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 200_000 }) });
const wanted = fc.record({
  prices: fc.array(fc.integer({ min: 100, max: 300_000 }), { minLength: 1, maxLength: 4 }),
  offer: fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 100_000 }).map(toRupees) }),
  ),
  coupon: fc.option(fc.oneof(rate, flat), { nil: undefined }),
  shipping: fc.constantFrom({ charge: '0.00' }, { charge: '79.50', free_from: '999.00', cod_fee: '30.00' }),
});

/** Whether the provider can take what is left. */
function isPayable({ prices, coupon }: { prices: number[]; coupon: Wanted['coupon'] }): boolean {
  const items = prices.reduce((all, price) => all + price, 0);
  return items - (coupon ? calculateDiscount(coupon, items) : 0) >= 100;
}

describe('the discount for paying ahead', () => {
  test('is the same in the shown total, on orders, payment, invoices and refunds', async () => {
    await fc.assert(
      fc.asyncProperty(wanted, async ({ coupon, ...rest }) => {
        fc.pre(isPayable({ ...rest, coupon }));
        const bought = await prepare({ ...rest, ...(coupon && { coupon }) });
        const shown = bought.totalsBy('prepaid');
        const { payment } = await bought.order('prepaid');
        expect(payment?.amount).toBe(toRupees(shown.total));
        await bought.confirm(payment?.id ?? '', 'paid');
        const placed = await bought.orders();
        expect([sum(placed, 'final_amount'), sum(placed, 'prepaid_discount')]).toEqual([shown.total, shown.prepaidDiscount]);
        for (const { order_number, final_amount, prepaid_discount = '0.00', discount_amount, price } of placed) {
          expect(toPaise(prepaid_discount) + toPaise(discount_amount)).toBeLessThanOrEqual(toPaise(price));
          await shop.change((tx) => setOrderStatus(tx, order_number, ORDER_DISPATCHED));
          const document = (await findInvoice(shop.store.db, order_number))?.document;
          const lines = document?.lines ?? [];
          const of = (pick: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + pick(line), 0);
          expect([document?.total, of(({ amount }) => amount)]).toEqual([toPaise(final_amount), toPaise(final_amount)]);
          expect(of(({ discount }) => discount)).toBe(toPaise(discount_amount) + toPaise(prepaid_discount));
          expect(of(({ taxable, central, state, integrated }) => taxable + central + state + integrated)).toBe(document?.total);
          expect(document?.prepaid_discount ?? 0).toBe(toPaise(prepaid_discount));
          expect(lines.every(({ amount, discount }) => amount >= 0 && discount >= 0)).toBe(true);
        }
        for (const { order_number } of placed) await shop.change((tx) => setOrderStatus(tx, order_number, ORDER_CANCELLED));
        expect(await refundsOf(placed)).toBe(shown.total);
      }),
      { numRuns: 30 },
    );
  });

  test('is taken away when unpaid orders are changed to cash on delivery, and money that comes later is returned whole', async () => {
    await fc.assert(
      fc.asyncProperty(wanted, fc.boolean(), async ({ coupon, ...rest }, hasFailed) => {
        fc.pre(isPayable({ ...rest, coupon }));
        const bought = await prepare({ ...rest, ...(coupon && { coupon }) });
        const { payment } = await bought.order('prepaid');
        const id = payment?.id ?? '';
        if (hasFailed) await bought.confirm(id, 'failed');
        const { token } = bought;
        const { data } = await shop.succeed(getPaymentCall, { token, params: { id } });
        const due = bought.totalsBy('cod');
        expect(toPaise(data.amount) + toPaise(data.prepaid_discount ?? '0.00') + due.codFee).toBe(due.total);
        const change = (expected_total: string) =>
          shop.call(payOnDeliveryCall, { token, params: { id }, body: { expected_total } });
        if (data.prepaid_discount) expect(await change(data.amount)).toMatchObject({ httpStatus: 409, code: 'total_changed' });
        expect(await change(toRupees(due.total))).toMatchObject({ success: true });
        const placed = await bought.orders();
        expect([sum(placed, 'final_amount'), sum(placed, 'prepaid_discount')]).toEqual([due.total, 0]);
        expect(placed.every(({ prepaid_discount }) => prepaid_discount === undefined)).toBe(true);
        await bought.confirm(id, 'paid');
        expect(await refundsOf(placed)).toBe(toPaise(data.amount));
      }),
      { numRuns: 20 },
    );
  });

  test('stays with the orders that stay when one is cancelled', async () => {
    const bought = await prepare({ prices: [100_000, 300_000], offer: { percent: 5 } });
    const { payment } = await bought.order('prepaid');
    await bought.confirm(payment?.id ?? '', 'paid');
    const [first] = await bought.orders();
    const body = { order_id: first?.order_id ?? 0, reject_reason_select: 'Changed My Mind' } as const;
    await shop.succeed(cancelOrderCall, { token: bought.token, body });
    const [, second] = await bought.orders();
    expect(second).toMatchObject({ prepaid_discount: '150.00', final_amount: '2850.00' });
    expect(await refundsOf(await bought.orders())).toBe(95_000);
  });

  test('is told by the store info, on the invoice and in the mails, and refused at another total than the shopper saw', async () => {
    const bought = await prepare({ prices: [229_999], offer: { percent: 5 } });
    expect((await shop.succeed(storeInfoCall)).storeinfo.prepaid_discount).toEqual({ percent: 5 });
    const refused = await bought.shopper.checkOut('2299.99', { payment_method: 'prepaid' });
    expect(refused).toMatchObject({ httpStatus: 409, message: 'Prices have changed. Please review your cart.' });
    const { payment } = await bought.order('prepaid');
    await bought.confirm(payment?.id ?? '', 'paid');
    const [order] = await bought.orders();
    expect(order).toMatchObject({ prepaid_discount: '114.99', discount_amount: '0.00', final_amount: '2185.00' });
    const [newest] = (await listOutbox(shop.store.db, { limit: 20 })).filter(({ kind }) => kind === 'mail');
    const { text, html } = JSON.parse(newest?.body ?? '{}');
    for (const part of [text, html]) expect(part).toMatch(/Discount for paying ahead.*−₹114\.99/s);
    await shop.change((tx) => setOrderStatus(tx, order?.order_number ?? '', ORDER_DISPATCHED));
    const invoice = await findInvoice(shop.store.db, order?.order_number ?? '');
    expect(invoice && renderInvoice(invoice)).toContain('The discount includes ₹114.99 for paying ahead.');
  });

  test('must add up with the other amounts of an order in the database, whose fees it left as they were', async () => {
    const bought = await prepare({ prices: [100_000], offer: { percent: 5 } });
    await bought.order('cod');
    const id = (await bought.orders())[0]?.order_id ?? 0;
    const set = (amounts: { prepaid_discount?: number; final_amount?: number; cod_fee?: number }) =>
      shop.change((tx) => tx.updateTable('orders').set(amounts).where('id', '=', id).execute());
    await expect(set({ prepaid_discount: 100 })).rejects.toThrow();
    await expect(set({ prepaid_discount: -100, final_amount: 100_100 })).rejects.toThrow();
    await expect(set({ cod_fee: -100, final_amount: 99_900 })).rejects.toThrow();
    await set({ prepaid_discount: 100, cod_fee: 50, final_amount: 99_950 });
  });

  test('is not given on delivery, nor by a store that sets none', async () => {
    const cod = await prepare({ prices: [100_000], offer: { amount: '50.00' } });
    await cod.order('cod');
    expect((await cod.orders())[0]).toMatchObject({ final_amount: '1000.00', discount_amount: '0.00' });
    const plain = await prepare({ prices: [100_000] });
    await plain.order('prepaid');
    expect((await plain.orders())[0]?.prepaid_discount).toBeUndefined();
    expect((await shop.succeed(storeInfoCall)).storeinfo.prepaid_discount).toBeUndefined();
  });
});
