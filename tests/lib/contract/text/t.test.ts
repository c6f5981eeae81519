import { expect, test } from 'vitest';
import { t, tParts } from '#lib/contract/text/t.ts';

test('a sentence without values stays as it is', () => {
  expect(t('Add to cart')).toBe('Add to cart');
});

test('values fill the placeholders of a sentence, in any order and more than once', () => {
  expect(t('{count} of {total}, {count}', { total: 12, count: 2 })).toBe('2 of 12, 2');
});

test('a value is never filled in again', () => {
  expect(t('Pictures of {name}', { name: '{name} $& {other}' })).toBe('Pictures of {name} $& {other}');
});

test('values that are elements keep their place between the texts', () => {
  const bold = { tag: 'b' };
  expect(tParts('Order {number} is on its way', { number: bold })).toEqual(['Order ', bold, ' is on its way']);
});
