import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recalculateRemaining } from '#api/services/orders/order-totals.ts';
import { shippingFor } from '#lib/rules/charges.ts';
import { type Amounts, calculateDiscount, calculateTotals, splitTotals } from '#lib/rules/totals.ts';

const amount = (max: number) => fc.integer({ min: 0, max });

const checkout = fc.record({
  prices: fc.array(amount(500_000), { minLength: 2, maxLength: 5 }),
  kind: fc.constantFrom('percent' as const, 'amount' as const),
  value: amount(100),
  minimum: amount(1_000_000),
  shipping: amount(20_000),
  freeFrom: fc.option(amount(1_000_000)),
  codFee: amount(5000),
  paymentMethod: fc.constantFrom('cod' as const, 'prepaid' as const),
  isInvoiced: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  prepaidPercent: amount(100),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
});

const sum = (orders: readonly Amounts[]) => orders.reduce((all, { total }) => all + total, 0);

/** Cancels a checkout's open orders one after the other; calls `check` after each with what stayed before and stays now. */
function cancelAll(
  { prices, kind, value, minimum, isInvoiced, order, ...more }: typeof checkout extends fc.Arbitrary<infer T> ? T : never,
  check: (step: { before: Amounts[]; after: Amounts[]; wanted: number; invoiced: Amounts[] }) => void,
): void {
  const charges = { shipping: more.shipping, freeFrom: more.freeFrom, codFee: more.codFee };
  const coupon = { kind, value: kind === 'percent' ? value : value * 1000, minimum };
  const prepaidOffer = { kind: 'percent', value: more.prepaidPercent } as const;
  const priceOf = (items: number) =>
    calculateTotals({
      items,
      discount: items >= minimum ? calculateDiscount(coupon, items) : 0,
      prepaidOffer,
      paymentMethod: more.paymentMethod,
      charges,
    });
  const all = prices.reduce((total, price) => total + price, 0);
  const amounts = new Map(splitTotals(priceOf(all), prices).entries());
  const isFixed = (i: number) => isInvoiced[i] === true;
  for (const index of order) {
    const cancelled = amounts.get(index);
    if (!cancelled || isFixed(index)) continue;
    const before = [...amounts.values()];
    amounts.delete(index);
    const open = [...amounts].filter(([i]) => !isFixed(i));
    const invoiced = [...amounts].filter(([i]) => isFixed(i)).map(([, fixed]) => fixed);
    const terms = { coupon, shippingFor: (items: number) => shippingFor(items, charges) };
    const changed = recalculateRemaining({ cancelled: [cancelled], open: open.map(([, one]) => one), invoiced, terms });
    for (const [i, [key]] of open.entries()) amounts.set(key, changed[i] as Amounts);
    const after = [...amounts.values()];
    const items = after.reduce((total, one) => total + one.items, 0);
    check({ before, after, wanted: after.length === 0 ? 0 : priceOf(items).total, invoiced });
  }
}

test('no amount is negative or fractional, every total adds up, and nothing is ever due from the customer', () => {
  fc.assert(
    fc.property(checkout, (bought) =>
      cancelAll(bought, ({ before, after }) => {
        for (const { items, discount, prepaidDiscount, shipping, codFee, total } of after) {
          for (const part of [items, discount, prepaidDiscount, shipping, codFee, total])
            expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
          expect(discount + prepaidDiscount).toBeLessThanOrEqual(items);
          expect(total).toBe(items - discount - prepaidDiscount + shipping + codFee);
        }
        expect(sum(after)).toBeLessThanOrEqual(sum(before));
      }),
    ),
  );
});

test('without invoices, what stays costs what it would cost alone, or what all of it cost before', () => {
  fc.assert(
    fc.property(checkout, (bought) =>
      cancelAll({ ...bought, isInvoiced: [], prepaidPercent: 0 }, ({ before, after, wanted }) => {
        expect(sum(after)).toBe(Math.min(wanted, sum(before)));
      }),
    ),
  );
});

test('an order with an invoice keeps its amounts', () => {
  fc.assert(
    fc.property(checkout, (bought) =>
      cancelAll(bought, ({ before, after, invoiced }) => {
        for (const fixed of invoiced) {
          expect(before).toContain(fixed);
          expect(after).toContain(fixed);
        }
      }),
    ),
  );
});
