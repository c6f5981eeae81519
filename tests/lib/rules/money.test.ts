import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPaise, formatRupees, hasPriceRange, percentOff, toPaise, toRupees } from '#lib/rules/money.ts';
import { makeProduct, makeVariant } from '#tests/lib/page/product.ts';

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

test('a discount is a whole percentage from 0 to 100, rounded down', () => {
  fc.assert(
    fc.property(paise, paise, (price, mrp) => {
      const off = percentOff(toRupees(price), toRupees(mrp));
      expect(Number.isInteger(off) && off >= 0 && off <= 100).toBe(true);
      if (off > 0) expect((mrp - price) * 100).toBeGreaterThanOrEqual(off * mrp);
      if (price >= mrp) expect(off).toBe(0);
    }),
  );
});

test('prices are a range only when some size costs something else', () => {
  expect(hasPriceRange(makeProduct())).toBe(false);
  expect(hasPriceRange(makeProduct({ variants: [makeVariant('S', 1), makeVariant('M', 1)] }))).toBe(false);
  expect(hasPriceRange(makeProduct({ variants: [makeVariant('S', 1), makeVariant('XL', 1, '1599.00')] }))).toBe(true);
});
