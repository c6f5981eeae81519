import { expect, test } from 'vitest';
import { colourOf, isColourName } from '#lib/rules/product/colour-names.ts';

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
