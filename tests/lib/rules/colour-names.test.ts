import { expect, test } from 'vitest';
import { colourOf, familyOfColour, isColourName } from '#lib/rules/product/colour-names.ts';

test.for(['Colour', 'color', ' SHADE ', 'रंग'])('“%s” names the option of colours', (name) => {
  expect(isColourName(name)).toBe(true);
});

test.for(['Size', 'Colour / Size', ''])('“%s” does not', (name) => {
  expect(isColourName(name)).toBe(false);
});

test('a known colour has a swatch, whatever its capitals; a pattern has none', () => {
  expect(colourOf('NAVY')).toMatch(/^#[0-9a-f]{6}$/);
  expect(colourOf('Navy Blue')).toBe(colourOf('navy'));
  expect(colourOf('Floral')).toBeUndefined();
});

test.each([
  ['Sky Blue', 'blue'],
  ['Navy', 'blue'],
  ['Indigo Stripe', 'blue'],
  ['Bottle Green', 'green'],
  ['Off White', 'white'],
  ['Off-white', 'white'],
  ['Rose Gold', 'gold'],
  ['BLUE GREY', 'grey'],
  ['Red & Blue', 'multicolour'],
  ['Black/White', 'multicolour'],
  ['Navy and Sky Blue', 'blue'],
  ['Navy with white dots', 'blue'],
  ['Multi-coloured', 'multicolour'],
  ['Multi', 'multicolour'],
  ['नीला', 'blue'],
  ['गहरा हरा', 'green'],
  ['सफ़ेद'.normalize('NFD'), 'white'],
  ['सफ़ेद'.normalize('NFC'), 'white'],
  ['Floral', undefined],
  ['', undefined],
])('"%s" is of the family %s', (name, family) => {
  expect(familyOfColour(name)).toBe(family);
});
