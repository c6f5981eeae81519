import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noCharges, toCharges } from '#lib/rules/charges.ts';
import { type Amounts, calculateDiscount, calculateTotals, splitAmount, splitTotals } from '#lib/rules/totals.ts';

const prices = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1, maxLength: 20 });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

test('a discount is split to the paisa, and no share exceeds its price', () => {
  fc.assert(
    fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
      const discount = Math.floor(sum(list) * part);
      const shares = splitAmount(discount, list);
      expect(sum(shares)).toBe(discount);
      expect(shares.every((share, i) => share >= 0 && share <= (list[i] ?? 0))).toBe(true);
    }),
  );
});

test('a share differs from its exact value by less than one paisa', () => {
  fc.assert(
    fc.property(prices, fc.nat({ max: 1_000_000 }), (list, wanted) => {
      const total = sum(list);
      const discount = Math.min(wanted, total);
      splitAmount(discount, list).forEach((share, i) => {
        const exact = total === 0 ? 0 : (discount * (list[i] ?? 0)) / total;
        expect(Math.abs(share - exact)).toBeLessThan(1);
      });
    }),
  );
});

test('the remaining paise go to the shares that lost most by rounding', () => {
  expect(splitAmount(100, [100, 100, 100])).toEqual([34, 33, 33]);
  expect(splitAmount(10, [299, 701])).toEqual([3, 7]);
  expect(splitAmount(1, [100, 900])).toEqual([0, 1]);
  expect(splitAmount(0, [])).toEqual([]);
});

test('a percentage is rounded down, and an amount never exceeds the cart', () => {
  expect(calculateDiscount({ kind: 'percent', value: 10 }, 499_999)).toBe(49_999);
  expect(calculateDiscount({ kind: 'percent', value: 100 }, 499_999)).toBe(499_999);
  expect(calculateDiscount({ kind: 'amount', value: 50_000 }, 20_000)).toBe(20_000);
});

describe('the totals of a checkout', () => {
  const charges = toCharges({ charge: '49.00', free_from: '499.00', cod_fee: '30.00' });
  const totals = (items: number, more: Partial<Parameters<typeof calculateTotals>[0]> = {}) =>
    calculateTotals({ items, discount: 0, paymentMethod: 'prepaid', charges, ...more });

  test('are the items alone while the store charges nothing', () => {
    expect(totals(49_900, { charges: noCharges, paymentMethod: 'cod' })).toEqual({
      items: 49_900,
      discount: 0,
      prepaidDiscount: 0,
      shipping: 0,
      codFee: 0,
      total: 49_900,
    });
    expect(toCharges(undefined)).toEqual(noCharges);
    expect(toCharges({ charge: '49.00' })).toEqual({ shipping: 4900, freeFrom: null, codFee: 0 });
  });

  test('ship free from an items total before the discount', () => {
    expect(totals(49_899)).toMatchObject({ shipping: 4900, total: 54_799 });
    expect(totals(49_900)).toMatchObject({ shipping: 0, total: 49_900 });
    expect(totals(49_900, { discount: 40_000 })).toMatchObject({ shipping: 0, total: 9900 });
    expect(totals(10_000_000, { charges: toCharges({ charge: '49.00' }) })).toMatchObject({ shipping: 4900 });
  });

  test('include the fee for cash on delivery only where there is something to collect', () => {
    expect(totals(49_900, { paymentMethod: 'cod' })).toMatchObject({ codFee: 3000, total: 52_900 });
    expect(totals(49_900, { paymentMethod: 'cod', discount: 49_900 })).toMatchObject({ codFee: 0, total: 0 });
    expect(totals(10_000, { paymentMethod: 'cod', discount: 10_000 })).toMatchObject({
      shipping: 4900,
      codFee: 3000,
      total: 7900,
    });
  });

  test('never let a discount pay for charges', () => {
    expect(totals(10_000, { discount: 20_000 })).toMatchObject({ discount: 10_000, total: 4900 });
  });

  test('take the discount for paying ahead off the items after the coupon, and not on delivery', () => {
    const five = { kind: 'percent', value: 5 } as const;
    expect(totals(49_999, { discount: 10_000, prepaidOffer: five })).toMatchObject({ prepaidDiscount: 1999, total: 38_000 });
    expect(totals(49_899, { prepaidOffer: five })).toMatchObject({ shipping: 4900, prepaidDiscount: 2494, total: 52_305 });
    expect(totals(49_900, { prepaidOffer: { kind: 'amount', value: 5000 } })).toMatchObject({ total: 44_900 });
    expect(totals(49_900, { prepaidOffer: five, paymentMethod: 'cod' })).toMatchObject({ prepaidDiscount: 0, total: 52_900 });
  });

  test('never let the discount for paying ahead pay for charges, nor for all: at least ₹1 is paid', () => {
    const flat = { kind: 'amount', value: 100_000 } as const;
    expect(totals(10_000, { prepaidOffer: flat })).toMatchObject({ prepaidDiscount: 10_000, total: 4900 });
    expect(totals(49_900, { prepaidOffer: flat })).toMatchObject({ prepaidDiscount: 49_800, total: 100 });
    expect(totals(49_900, { discount: 49_850, prepaidOffer: flat })).toMatchObject({ prepaidDiscount: 0, total: 50 });
    expect(totals(49_900, { discount: 49_900, prepaidOffer: flat })).toMatchObject({ prepaidDiscount: 0, total: 0 });
  });

  test('split over the orders of several sellers add up to the paisa, and no order costs less than nothing', () => {
    const paise = fc.integer({ min: 0, max: 1_000_000 });
    const charged = fc.record({ shipping: paise, freeFrom: fc.option(paise), codFee: paise });
    const coupon = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 5_000_000 }) }),
    );
    fc.assert(
      fc.property(
        prices,
        fc.option(coupon),
        fc.option(coupon, { nil: undefined }),
        charged,
        fc.constantFrom('cod', 'prepaid'),
        (list, discounted, prepaidOffer, own, paymentMethod) => {
          const items = sum(list);
          const discount = discounted ? calculateDiscount(discounted, items) : 0;
          const whole = calculateTotals({ items, discount, prepaidOffer, paymentMethod, charges: own });
          const parts = splitTotals(whole, list);
          for (const amount of Object.keys(whole) as (keyof Amounts)[])
            expect(sum(parts.map((part) => part[amount]))).toBe(whole[amount]);
          expect(whole.total).toBe(items - discount - whole.prepaidDiscount + whole.shipping + whole.codFee);
          expect(parts.every((part) => part.discount + part.prepaidDiscount <= part.items)).toBe(true);
          expect(parts.every((part) => Object.values(part).every((amount) => Number.isInteger(amount) && amount >= 0))).toBe(
            true,
          );
        },
      ),
    );
  });
});

test('charges of orders without a price go to the first', () => {
  expect(splitAmount(4900, [0, 0])).toEqual([4900, 0]);
});
