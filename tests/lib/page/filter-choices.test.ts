import { describe, expect, test } from 'vitest';
import type { Facets } from '#lib/contract/catalogue.ts';
import { formatPriceHints, listCategoryOptions, listSizeOptions } from '#lib/page/listing/filter-options.ts';
import { emptyListing } from '#lib/page/listing/listing-url.ts';

const categories = [
  { id: 3, name: 'Shirts', image: '' },
  { id: 5, name: "Men's - Watch", image: '' },
];
const facets: Facets = {
  sub_categories: [{ id: 3, count: 12 }],
  sizes: [
    { size: 'M', count: 7 },
    { size: 'uk 8', count: 1 },
  ],
  in_stock: 10,
  out_of_stock: 2,
  price: { min: '499.50', max: '124999.01' },
};

describe('category choices', () => {
  test('show their counts, and hide categories without products', () => {
    expect(listCategoryOptions({ ...emptyListing, categories: ['SHIRTS'] }, categories, facets)).toEqual([
      { label: 'Shirts', value: 'shirts', isSelected: true, count: 12 },
      { label: "Men's - Watch", value: "men's - watch", isSelected: false, count: 0 },
    ]);
  });

  test('may be given by id', () => {
    expect(listCategoryOptions({ ...emptyListing, categories: ['5'] }, categories).map(({ isSelected }) => isSelected)).toEqual([
      false,
      true,
    ]);
  });

  test('say which counts are the least there are, and none for a category that was not counted', () => {
    const counted = { ...facets, sub_categories: [{ id: 3, count: 1200 }], more: ['sub_categories' as const] };
    expect(listCategoryOptions(emptyListing, categories, counted).map(({ count, more }) => [count, more])).toEqual([
      [1200, true],
      [undefined, true],
    ]);
    expect(listSizeOptions(emptyListing, ['M'], counted).map(({ count, more }) => [count, more])).toEqual([[7, undefined]]);
  });

  test('have no counts where the store has none', () => {
    expect(listCategoryOptions(emptyListing, categories).map(({ count }) => count)).toEqual([undefined, undefined]);
  });
});

describe('size choices', () => {
  test('show their counts, ignoring case', () => {
    expect(listSizeOptions(emptyListing, ['M', 'UK 8', 'UK 9'], facets).map(({ label, count }) => [label, count])).toEqual([
      ['M', 7],
      ['UK 8', 1],
      ['UK 9', 0],
    ]);
  });

  test('that are chosen can be removed, even without products in the categories', () => {
    expect(listSizeOptions({ ...emptyListing, sizes: ['42', 'm'] }, ['S', 'M'], facets)).toEqual([
      { label: 'S', value: 'S', isSelected: false, count: 0 },
      { label: 'M', value: 'M', isSelected: true, count: 7 },
      { label: '42', value: '42', isSelected: true, count: 0 },
    ]);
  });
});

test('of thousands of sizes a listing offers those chosen and the most frequent, in their order', () => {
  const sizes = Array.from({ length: 2000 }, (_, i) => `Size ${i}`);
  const common = sizes.slice(1000, 1060);
  const options = listSizeOptions({ ...emptyListing, sizes: ['size 7'] }, sizes, {
    ...facets,
    sizes: common.map((size, i) => ({ size, count: 100 - i })),
  });
  expect(options.map(({ label }) => label)).toEqual(['Size 7', ...common.slice(0, 49)]);
});

test('the hints of the price fields are whole rupees that enclose every price', () => {
  expect(formatPriceHints(facets)).toEqual({ from: '499', to: '1,25,000' });
  expect([formatPriceHints({ price: null }), formatPriceHints()]).toEqual([{}, {}]);
});
