import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDiscount, spreadDiscount } from '#api/services/coupons/discount.ts';

const prices = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1, maxLength: 20 });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

test('a discount is split to the paisa, and no share exceeds its price', () => {
  fc.assert(
    fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
      const discount = Math.floor(sum(list) * part);
      const shares = spreadDiscount(discount, list);
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
      spreadDiscount(discount, list).forEach((share, i) => {
        const exact = total === 0 ? 0 : (discount * (list[i] ?? 0)) / total;
        expect(Math.abs(share - exact)).toBeLessThan(1);
      });
    }),
  );
});

test('the remaining paise go to the shares that lost most by rounding', () => {
  expect(spreadDiscount(100, [100, 100, 100])).toEqual([34, 33, 33]);
  expect(spreadDiscount(10, [299, 701])).toEqual([3, 7]);
  expect(spreadDiscount(1, [100, 900])).toEqual([0, 1]);
  expect(spreadDiscount(0, [])).toEqual([]);
});

test('a percentage is rounded down, and an amount never exceeds the cart', () => {
  expect(calculateDiscount({ kind: 'percent', value: 10 }, 499_999)).toBe(49_999);
  expect(calculateDiscount({ kind: 'percent', value: 100 }, 499_999)).toBe(499_999);
  expect(calculateDiscount({ kind: 'amount', value: 50_000 }, 20_000)).toBe(20_000);
});
