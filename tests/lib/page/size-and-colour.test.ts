import { expect, test } from 'vitest';
import { readSizeAndColour } from '#lib/page/seo/size-and-colour.ts';

test('the names of the options say which part is which', () => {
  expect(readSizeAndColour('Long', 'Colour')).toEqual({ colour: 'Long' });
  expect(readSizeAndColour('8', 'Shoe size')).toEqual({ size: '8' });
  expect(readSizeAndColour('Red / 8 / Suede', 'Color / Shoe size / Material')).toEqual({ size: '8', colour: 'Red' });
  expect(readSizeAndColour('Cotton', 'Material')).toEqual({});
  expect(readSizeAndColour('M / Red', 'Colour')).toEqual({ size: 'M', colour: 'Red' });
});

test.for([
  ['M', { size: 'M' }],
  ['UK 7', { size: 'UK 7' }],
  ['Long', { size: 'Long' }],
  ['M / Red', { size: 'M', colour: 'Red' }],
  ['Bottle Green / XXL', { size: 'XXL', colour: 'Bottle Green' }],
  ['UK 7.5 / Tan', { size: 'UK 7.5', colour: 'Tan' }],
  ['32 / Slim', { size: '32' }],
  ['Cotton / Slim', {}],
  ['100 cm / Off White / Cotton', { size: '100 cm', colour: 'Off White' }],
  ['', {}],
] as const)('%s', ([variantName, meant]) => {
  expect(readSizeAndColour(variantName)).toEqual(meant);
});
