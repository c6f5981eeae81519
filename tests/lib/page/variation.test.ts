import { expect, test } from 'vitest';
import { readVariation } from '#lib/page/seo/variation.ts';

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
] as const)('%s', ([variation, meant]) => {
  expect(readVariation(variation)).toEqual(meant);
});
