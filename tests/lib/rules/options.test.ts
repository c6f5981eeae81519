import { expect, test } from 'vitest';
import { chooseFirst, chooseOption, labelVariant, namedOption, optionHeading } from '#lib/rules/option-texts.ts';
import { lowStockNote } from '#lib/rules/product/stock-notes.ts';

test('a choice without a name is a size', () => {
  expect(optionHeading(undefined)).toBe('Size');
  expect(chooseFirst(undefined)).toBe('Please choose a size first');
  expect(chooseOption(undefined)).toBe('Choose a size');
  expect(labelVariant(undefined, 'M')).toBe('Size: M');
});

test.for([
  ['Size / Colour', 'M / Navy', 'Size: M · Colour: Navy'],
  ['Size / Colour / Fit', 'M / Navy / Slim', 'Size: M · Colour: Navy · Fit: Slim'],
  ['Size / Colour', 'M', 'Size / Colour: M'],
  ['Age', '5 / 6', 'Age: 5 / 6'],
  [undefined, 'S / M', 'Size: S / M'],
] as const)('of %s, %s is named as %s', ([name, variantName, label]) => {
  expect(labelVariant(name, variantName)).toBe(label);
});

test.for([
  ['Colour', 'Please choose a colour first', 'colour Navy'],
  ['Size / Colour', 'Please choose a size and colour first', 'size and colour Navy'],
  ['Colour / Size / RAM', 'Please choose a colour, size and RAM first', 'colour, size and RAM Navy'],
  ['Age', 'Please choose an age first', 'age Navy'],
  ['RAM', 'Please choose a RAM first', 'RAM Navy'],
] as const)('%s heads the choice and is named in sentences', ([name, error, named]) => {
  expect(optionHeading(name)).toBe(name);
  expect(chooseFirst(name)).toBe(error);
  expect(chooseOption(name)).toBe(error.replace(/^Please c(.*) first$/, 'C$1'));
  expect(namedOption(name, 'Navy')).toBe(named);
});

test('low stock is told in one sentence, with the variant if there are several', () => {
  expect(lowStockNote(5)).toBe('Only 5 left');
  expect(lowStockNote(2, namedOption(undefined, '28'))).toBe('Only 2 left in size 28');
  expect([lowStockNote(6), lowStockNote(0), lowStockNote(-1)]).toEqual([undefined, undefined, undefined]);
});
