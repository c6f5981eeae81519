import { expect, test } from 'vitest';
import { toInches } from '#islands/product/inches.ts';

test.each([
  ['91.4', '36'],
  ['96.5-101.6', '38-40'],
  ['86–91', '34–36'],
  ['70 to 72', '27.5 to 28.5'],
  ['Loose', undefined],
  ['', undefined],
  ['UK 8', undefined],
])('a measurement of %j centimetres is %j inches', (centimetres, inches) => {
  expect(toInches(centimetres)).toBe(inches);
});
