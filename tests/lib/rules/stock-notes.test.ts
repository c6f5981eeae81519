import { describe, expect, test } from 'vitest';
import { countAvailableUnits, stockNote } from '#lib/rules/product/stock-notes.ts';
import { makeProduct, makeVariant } from '#tests/lib/page/product.ts';

describe('units left', () => {
  test('are the sum of all sizes when there are sizes', () => {
    expect(
      countAvailableUnits(
        makeProduct({ product_stock: 99, variants: [makeVariant('S', 2), makeVariant('M', 0), makeVariant('L', 5)] }),
      ),
    ).toBe(7);
  });

  test('are the product’s own when it has no sizes', () => {
    expect(countAvailableUnits(makeProduct({ product_stock: 12 }))).toBe(12);
  });

  test('ignore a size with negative stock', () => {
    expect(countAvailableUnits(makeProduct({ variants: [makeVariant('S', -3), makeVariant('M', 4)] }))).toBe(4);
  });
});

test.for([
  [0, 'Sold out'],
  [1, 'Only 1 left'],
  [5, 'Only 5 left'],
  [6, undefined],
] as const)('a card with %d left shows %s', ([product_stock, note]) => {
  expect(stockNote(makeProduct({ product_stock }))).toBe(note);
});
