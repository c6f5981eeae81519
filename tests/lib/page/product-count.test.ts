import { expect, test } from 'vitest';
import { formatProductCount } from '#lib/rules/text.ts';

test.each([
  [0, false, '0 products'],
  [1, false, '1 product'],
  [1200, false, '1200 products'],
  [1, true, '1+ products'],
  [1200, true, '1,200+ products'],
  [10_000, true, '10,000+ products'],
] as const)('%i products, with more: %s, are "%s"', (count, more, text) => {
  expect(formatProductCount(count, more)).toBe(text);
});
