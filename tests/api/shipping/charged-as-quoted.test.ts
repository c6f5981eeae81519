import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findInvoice } from '#api/services/invoices/find-invoice.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { setDispatchTimes } from '#api/services/shipping/dispatch-times.ts';
import type { ShippingReply } from '#api/services/shipping/shipping-rule.ts';
import { replaceZones } from '#api/services/shipping/zones.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { calculateTotals } from '#lib/rules/totals.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openAgain, openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let products: number[];

/** The same shop with a rule, which answers as a case says. */
let ruled: TestShop;
let answer: ShippingReply | null;
const highest = { charge: 20_000, codFee: 9000 };
const rule = { name: 'anycourier', highest: () => highest, connect: async () => ({ quote: async () => answer }) };

beforeAll(async () => {
  shop = await openShop();
  ruled = await openAgain(shop, { demoMode: true, shipping: { rule, values: {}, highest } });
  products = [];
  for (const [i, seller] of ['Loom', 'Mill', 'Loom', 'Kiln'].entries())
    products.push((await shop.add({ name: `Thing ${i}`, category: 'Home', price: 1, stock: 100_000, seller })).id);
}, 120_000);
afterAll(async () => {
  vi.useRealTimers();
  await ruled.close();
  await shop.close();
});

const paise = (max: number) => fc.integer({ min: 0, max });
const days = fc.tuple(paise(5), paise(5)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
const zone = fc
  .record({
    days: fc.option(days),
    slabBy: fc.constantFrom('weight' as const, 'value' as const),
    steps: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 4 }),
    slabCharges: fc.array(paise(20_000), { minLength: 5, maxLength: 5 }),
    freeFrom: fc.option(paise(500_000)),
    cod: fc.option(fc.record({ fee: paise(9000), max: fc.option(paise(500_000)) })),
  })
  .map(({ steps, slabCharges, ...rest }) => ({
    ...rest,
    slabs: [0, ...steps.toSorted((a, b) => a - b)].map((from, i) => ({
      from: rest.slabBy === 'value' ? from * 100 : from,
      charge: slabCharges[i] ?? 0,
    })),
  }));

/** Answers of a rule, some above what it has declared: the zones charge then. */
const answered = fc.option(
  fc.record(
    {
      charge: paise(22_000),
      freeFrom: paise(500_000),
      days,
      cod: fc.option(fc.record({ fee: paise(9500), max: paise(500_000) }, { requiredKeys: [] })),
    },
    { requiredKeys: ['charge', 'cod'] },
  ),
);

const pincodes = ['560001', '560099', '570001', '110001', '744101', '900001'] as const;
const areas = ['560', '560001', '57', 'Karnataka', 'Delhi', '*', '744101', '9'];
const day = fc.integer({ min: 0, max: 400 }).map((days) => new Date(Date.UTC(2026, 11, 1) + days * 86_400_000));

const cases = fc.record({
  zones: fc.array(zone, { maxLength: 4 }),
  places: fc.shuffledSubarray(areas, { minLength: 4 }),
  pincode: fc.constantFrom(...pincodes),
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 100, max: 200_000 }),
      grams: fc.option(fc.integer({ min: 1, max: 3000 })),
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  now: fc.tuple(day, paise(24 * 3600 - 1)).map(([date, seconds]) => new Date(date.getTime() + seconds * 1000)),
  times: fc.record({
    cutOffHour: fc.option(fc.integer({ min: 1, max: 23 })),
    closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
    closedDates: fc.array(
      day.map((date) => date.toISOString().slice(0, 10)),
      { maxLength: 10 },
    ),
  }),
  paymentMethod: fc.constantFrom('cod' as const, 'prepaid' as const),
  byRule: fc.option(fc.record({ answered }), { nil: undefined }),
});

/** Whether an answer is above what its rule has declared. */
const isRefusedAnswer = (of: ShippingReply | null): boolean =>
  of !== null && (of.charge > highest.charge || (of.cod?.fee ?? 0) > highest.codFee);

test('what is quoted is what the orders and their invoices charge, and a place that is not served gets no order', async () => {
  let mobile = 9_490_000_000;
  await fc.assert(
    fc.asyncProperty(cases, async ({ zones, places, pincode, lines, now, times, paymentMethod, byRule }) => {
      const areasOf = (i: number) => places.filter((_, j) => j % Math.max(1, zones.length) === i);
      await shop.change(async (tx) => {
        await replaceZones(
          tx,
          zones.map((one, i) => ({ ...one, name: `Zone ${i}`, areas: areasOf(i) })),
        );
        await setDispatchTimes(tx, times);
        for (const [i, { price, grams }] of lines.entries())
          await tx
            .updateTable('variant')
            .set({ price, mrp: price, grams })
            .where('product_id', '=', products[i] ?? 0)
            .execute();
      });
      vi.useFakeTimers({ now, toFake: ['Date'] });
      answer = byRule?.answered ?? null;
      const open = byRule ? ruled : shop;
      const shopper = customerOf(open, await signUp(open, String(mobile++)));
      const items = lines.map(({ quantity }, i) => ({ product_id: products[i] ?? 0, quantity }));
      for (const { product_id, quantity } of items) await shopper.put(product_id, quantity);

      const { data: quote } = await open.succeed(deliveryQuoteCall, { body: { pincode, items } });
      const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const charges = toCharges(quote.shipping);
      const totals = calculateTotals({ items: total, discount: 0, paymentMethod, charges });
      const checkOut = (expected: number) =>
        shopper.checkOut(toRupees(expected), { address: { ...address, pincode }, payment_method: paymentMethod });
      if (byRule && !isRefusedAnswer(answer)) {
        expect(quote.served).toBe(answer !== null);
        expect(answer && quote.shipping?.charge).toBe(answer && toRupees(answer.charge));
      }
      if (!quote.served || (paymentMethod === 'cod' && !quote.cod)) {
        expect(await checkOut(totals.total)).toMatchObject({ httpStatus: quote.served ? 409 : 422 });
        expect(await shopper.orders()).toEqual([]);
        return;
      }
      expect(await checkOut(totals.total + 1)).toMatchObject({ httpStatus: 409 });
      expect(await checkOut(totals.total)).toMatchObject({ success: true });
      const orders = await shopper.orders();
      const sum = (read: (order: (typeof orders)[number]) => string | undefined) =>
        orders.reduce((all, order) => all + toPaise(read(order) ?? '0.00'), 0);
      expect(sum(({ shipping_amount }) => shipping_amount)).toBe(totals.shipping);
      expect(sum(({ cod_fee }) => cod_fee)).toBe(totals.codFee);
      expect(sum(({ final_amount }) => final_amount)).toBe(totals.total);
      expect(new Set(orders.map(({ deliver_by }) => deliver_by))).toEqual(new Set([quote.by]));
      if (paymentMethod === 'prepaid') return;
      for (const { order_number, final_amount, shipping_amount, cod_fee } of orders) {
        await shop.change((tx) => setOrderStatus(tx, order_number, 'order has been dispatched from retailer'));
        const { document } = (await findInvoice(shop.store.db, order_number)) ?? {};
        expect(document?.total).toBe(toPaise(final_amount));
        const goods = orders.find((order) => order.order_number === order_number)?.price ?? '0.00';
        expect((document?.total ?? 0) - toPaise(goods)).toBe(toPaise(shipping_amount ?? '') + toPaise(cod_fee ?? ''));
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 240_000);
