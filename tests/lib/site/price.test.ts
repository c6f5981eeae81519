import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRupees } from '#lib/rules/money.ts';
import { hasPriceRange, percentOff } from '#lib/site/price.ts';
import { makeProduct, makeVariant } from '#tests/lib/page/product.ts';

const paise = fc.integer({ min: 0, max: 1_000_000_000_000 });

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
