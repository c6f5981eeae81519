import { describe, expect, test } from 'vitest';
import {
  findChosenPicture,
  findGuidedOption,
  findValuePicture,
  findVariant,
  listChoices,
  listOptions,
} from '#lib/rules/product/options.ts';
import { makeOptions, shirt } from '#tests/lib/options.ts';

test('a variant is found by its choices, and none while one is missing', () => {
  expect(findVariant(shirt.variants, ['Blue', 'M'])?.id).toBe(46);
  expect(findVariant(shirt.variants, ['Blue', 'S'])).toBeUndefined();
  expect(findVariant(shirt.variants, ['Blue', ''])).toBeUndefined();
  expect(findVariant([], [])).toBeUndefined();
});

test('a colour has the picture that its variants share', () => {
  const options = listOptions(shirt);
  expect(findValuePicture(shirt.variants, options, 0, 'Blue')).toBe(1);
  expect(findValuePicture(shirt.variants, options, 1, 'M')).toBeUndefined();
});

test.for([
  ['Colour / Size', 1],
  ['Colour / Shoe size', 1],
  ['Colour / Length', 1],
  ['Waist / Length', 0],
  ['Colour', 0],
] as const)('of “%s” the size guide is about option %i', ([names, place]) => {
  expect(findGuidedOption(names.split(' / ').map((name) => ({ name, values: [] })))).toBe(place);
});

describe('the options of a product', () => {
  test('are as many as its option name has, with their values in order', () => {
    expect(listOptions(shirt)).toEqual([
      { name: 'Colour', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['S', 'M'] },
    ]);
  });

  test.for([
    ['there is no name', makeOptions(undefined, ['Red / S', 1], ['Red / M', 1]), 'Size'],
    ['a variant’s name has another number of parts', makeOptions('Colour / Size', ['Red / S', 1], ['Blue', 1]), 'Colour / Size'],
    ['a value contains the separator', makeOptions('Colour / Size', ['Red / Blue / S', 1], ['Red / M', 1]), 'Colour / Size'],
    ['there is one name', makeOptions('Colour', ['Red / White', 1], ['Blue', 1]), 'Colour'],
  ] as const)('are one when %s', ([, product, name]) => {
    expect(listOptions(product)).toEqual([{ name, values: product.variants.map((one) => one.product_variation) }]);
  });

  test('are none without variants', () => expect(listOptions(makeOptions('Colour'))).toEqual([]));
});

test('a choice is sold out everywhere, or unavailable with the other choices', () => {
  const marks = (...chosen: string[]) =>
    listChoices(listOptions(shirt), shirt.variants, chosen).map((choices) =>
      choices.map(
        ({ value, isSoldOut, isUnavailable }) => value + (isSoldOut ? ' sold out' : isUnavailable ? ' unavailable' : ''),
      ),
    );
  expect(marks('', '')).toEqual([
    ['Red', 'Blue'],
    ['S', 'M'],
  ]);
  expect(marks('Red', '')).toEqual([
    ['Red', 'Blue'],
    ['S', 'M unavailable'],
  ]);
  expect(marks('', 'M')).toEqual([
    ['Red unavailable', 'Blue'],
    ['S', 'M'],
  ]);
  expect(marks('Blue', 'S')).toEqual([
    ['Red', 'Blue unavailable'],
    ['S unavailable', 'M'],
  ]);
  const sizes = makeOptions(undefined, ['S', 0], ['M', 1]);
  expect(listChoices(listOptions(sizes), sizes.variants, ['M'])).toEqual([
    [
      { value: 'S', isSoldOut: true, isUnavailable: true },
      { value: 'M', isSoldOut: false, isUnavailable: false },
    ],
  ]);
});

test('a picture is shown once all variants with the choices have it', () => {
  const find = (...chosen: string[]) => findChosenPicture(shirt.variants, chosen);
  expect([find('', ''), find('Red', ''), find('Blue', ''), find('', 'M'), find('Blue', 'M')]).toEqual([
    undefined,
    0,
    1,
    undefined,
    1,
  ]);
});
