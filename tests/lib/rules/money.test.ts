import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPaise, formatRupees, toPaise, toRupees } from '#lib/rules/money.ts';

const paise = fc.integer({ min: 0, max: 1_000_000_000_000 });

test('paise convert to rupees and back without loss', () => {
  fc.assert(
    fc.property(paise, (amount) => {
      expect(toRupees(amount)).toMatch(/^\d+\.\d{2}$/);
      expect(toPaise(toRupees(amount))).toBe(amount);
    }),
  );
});

test('sums in rupees equal sums in paise', () => {
  fc.assert(
    fc.property(fc.array(paise, { maxLength: 20 }), (amounts) => {
      const sum = amounts.reduce((a, b) => a + b, 0);
      expect(
        amounts
          .map(toRupees)
          .map(toPaise)
          .reduce((a, b) => a + b, 0),
      ).toBe(sum);
    }),
  );
});

test('a price is grouped in the Indian style', () => {
  expect(formatPaise(12_345_600)).toBe('₹1,23,456.00');
  expect(formatRupees('1234567.50')).toBe('₹12,34,567.50');
  expect(formatPaise(5)).toBe('₹0.05');
});
