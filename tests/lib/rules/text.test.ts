import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTitleCase } from '#islands/orders/order-timeline.ts';
import { splitUnbroken } from '#lib/rules/text.ts';

test('snake_case is shown as Title Case words', () => {
  expect(toTitleCase('order_history')).toBe('Order History');
  expect(toTitleCase('COD')).toBe('Cod');
  expect(toTitleCase('__odd__')).toBe('Odd');
  expect(toTitleCase('')).toBe('');
});

test('an order’s status, which is written with spaces, becomes Title Case too', () => {
  expect(toTitleCase('order has been dispatched from retailer')).toBe('Order Has Been Dispatched From Retailer');
});

test('every word starts with a capital, and no underscore is left', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const label = toTitleCase(words.join('_'));
      expect(label).toMatch(/^[A-Z][a-z]*( [A-Z][a-z]*)*$/);
      expect(label.toLowerCase().split(' ')).toEqual(words);
    }),
  );
});

test('short words stay together at their hyphen, as a letter with its word does; longer ones may break', () => {
  expect(splitUnbroken('Crew-Neck T-Shirt, Indigo')).toEqual(['', 'Crew-Neck', ' ', 'T-Shirt', ', Indigo']);
  expect(splitUnbroken('हाथ-बुना शॉल')).toEqual(['', 'हाथ-बुना', ' शॉल']);
  expect(splitUnbroken('Hand-Embroidered Multi-Purpose-Bag')).toEqual(['Hand-Embroidered Multi-Purpose-Bag']);
});
