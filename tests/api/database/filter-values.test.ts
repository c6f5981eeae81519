import { expect, test } from 'vitest';
import { toFilterValues } from '#api/database/filter-values.ts';

test.each<[optionName: string | null, variantName: string, size: string | null, colour: string | null]>([
  [null, 'M', 'M', null],
  [null, '', null, null],
  [null, 'Free Size', 'Free Size', null],
  ['Size / Colour', 'M / Blue', 'M', 'blue'],
  ['Colour / UK Size', 'Navy / UK 7', 'UK 7', 'blue'],
  ['Colour / Waist / Length', 'Black / 32 / 34', '32', 'black'],
  ['साइज़ / रंग', 'बड़ा / लाल', 'बड़ा', 'red'],
  ['Colour', 'Red', null, 'red'],
  ['Storage', '128 GB', null, null],
  ['Shoe size', '42', '42', null],
  ['Size / Colour', 'M', null, null],
  ['Size / Colour', '34 / 36 / Blue', null, null],
])('with the option "%s", "%s" is of the size %s and the colour %s', (optionName, variantName, size, colour) => {
  expect(toFilterValues({ optionName, designLabel: null, attributes: [] }, variantName)).toEqual({ size, colour });
});

test('a colour is that of the option, else of the design, else of the fact', () => {
  const attributes = [{ name: 'Shade', value: 'Mustard' }];
  const colourOf = (optionName: string | null, designLabel: string | null) =>
    toFilterValues({ optionName, designLabel, attributes }, 'Red').colour;
  expect(colourOf('Colour', 'Navy')).toBe('red');
  expect(colourOf(null, 'Navy')).toBe('blue');
  expect(colourOf(null, null)).toBe('yellow');
});
