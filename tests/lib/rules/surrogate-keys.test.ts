import { expect, test } from 'vitest';
import { joinKeys, keyOfCategory, keyOfProduct, keysToPurge } from '#lib/rules/http/surrogate-keys.ts';

test('a response names each key once, and "products" in place of too many', () => {
  expect(joinKeys(['store', 'listing', 'store', keyOfProduct(1), keyOfCategory(2)])).toBe('store listing product:1 category:2');
  const many = Array.from({ length: 500 }, (_, index) => keyOfProduct(index));
  expect(joinKeys(['store', 'listing', ...many])).toBe('store listing products');
});

test('a purge reaches responses that name too many products, and one of the store everything', () => {
  expect(keysToPurge([keyOfProduct(1), 'listing', keyOfProduct(1)])).toEqual(['product:1', 'listing', 'products']);
  expect(keysToPurge(['listing'])).toEqual(['listing']);
  expect(keysToPurge([keyOfProduct(1), 'store'])).toEqual(['store']);
  expect(keysToPurge([])).toEqual([]);
});
