import { describe, expect, test } from 'vitest';
import type { Facets } from '#lib/contract/catalogue.ts';
import {
  formatPriceHints,
  listBrandOptions,
  listCategoryOptions,
  listColourOptions,
  listDiscountOptions,
  listFactOptions,
  listPriceBands,
  listSizeOptions,
  usefulOptions,
} from '#lib/page/listing/filter-options.ts';
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
  test('show their counts', () => {
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

describe('a group of choices', () => {
  const option = (label: string, count?: number, isSelected = false) => ({ label, value: label, isSelected, count });
  const labels = (options: ReturnType<typeof option>[]) => usefulOptions(options).map(({ label }) => label);

  test('has none without products, and at least two', () => {
    expect(labels([option('M', 3), option('L', 0), option('XL', 1)])).toEqual(['M', 'XL']);
    expect(labels([option('M', 3), option('L', 0)])).toEqual([]);
  });

  test('keeps a chosen one, so that it can be removed', () => {
    expect(labels([option('M', 3), option('L', 0, true)])).toEqual(['M', 'L']);
    expect(labels([option('L', 0, true)])).toEqual(['L']);
  });

  test('of a store that does not count has all', () => {
    expect(labels([option('M'), option('L')])).toEqual(['M', 'L']);
  });
});

const all: Facets = {
  ...facets,
  colours: [
    { colour: 'blue', count: 9 },
    { colour: 'multicolour', count: 2 },
    { colour: 'red', count: 0 },
  ],
  brands: [
    { brand: 'Meena', count: 4 },
    { brand: 'Asha, Rao & Co', count: 1 },
  ],
  discounts: [
    { min_discount: 10, count: 8 },
    { min_discount: 20, count: 5 },
    { min_discount: 50, count: 0 },
  ],
  price_bands: [
    { max: '999.00', count: 3 },
    { min: '1000.00', max: '1499.00', count: 6 },
    { min: '1500.00', count: 0 },
  ],
  facts: [
    {
      name: 'Fabric',
      values: [
        { value: 'Cotton', count: 5 },
        { value: 'Linen, washed', count: 2 },
      ],
    },
    { name: 'Fit', values: [{ value: 'Slim', count: 3 }] },
  ],
};
const shown = (options: { label: string; value: string; isSelected: boolean; count?: number | undefined }[]) =>
  options.map(({ label, value, isSelected, count }) => [label, value, isSelected, count]);

describe('choices of colours, brands, discounts and facts', () => {
  test('are those that a store counts, colours with dots', () => {
    const colours = listColourOptions(emptyListing, all);
    expect(shown(colours)).toEqual([
      ['Blue', 'blue', false, 9],
      ['Multicolour', 'multicolour', false, 2],
    ]);
    expect(colours.map(({ dot }) => dot?.length)).toEqual([1, 4]);
    expect(shown(listBrandOptions({ ...emptyListing, brands: ['MEENA'] }, all))).toEqual([
      ['Meena', 'Meena', true, 4],
      ['Asha, Rao & Co', 'Asha‚ Rao & Co', false, 1],
    ]);
    expect(shown(listDiscountOptions({ ...emptyListing, minDiscount: 20 }, all))).toEqual([
      ['Any', '', false, undefined],
      ['10% or more', '10', false, 8],
      ['20% or more', '20', true, 5],
    ]);
    expect(listFactOptions(emptyListing, all).map(({ name, options }) => [name, ...shown(options)])).toEqual([
      ['Fabric', ['Cotton', 'Fabric:Cotton', false, 5], ['Linen, washed', 'Fabric:Linen‚ washed', false, 2]],
    ]);
  });

  test('that are chosen stay where the store counts none, also unknown ones', () => {
    const listing = { ...emptyListing, colours: ['teal'], brands: ['Gone'], minDiscount: 90, facts: ['Fit:Loose'] };
    for (const counted of [undefined, facets, all]) {
      expect(listColourOptions(listing, counted).filter(({ isSelected }) => isSelected)).toMatchObject([
        { label: 'Teal', dot: [] },
      ]);
      expect(listBrandOptions(listing, counted).filter(({ isSelected }) => isSelected)).toMatchObject([{ label: 'Gone' }]);
      expect(listDiscountOptions(listing, counted).filter(({ isSelected }) => isSelected)).toMatchObject([{ value: '90' }]);
      const facts = listFactOptions(listing, counted).find(({ name }) => name === 'Fit')?.options;
      expect(facts?.filter(({ isSelected }) => isSelected)).toMatchObject([{ value: 'Fit:Loose' }]);
    }
  });

  test('are none where the store has none', () => {
    for (const counted of [undefined, facets]) {
      const groups = [listColourOptions, listBrandOptions, listDiscountOptions, listFactOptions, listPriceBands];
      expect(groups.flatMap((list): unknown[] => list(emptyListing, counted))).toEqual([]);
    }
  });
});

test('bands of prices lead to their products, and the chosen one back', () => {
  const bands = (minPrice?: number, maxPrice?: number) =>
    listPriceBands({ ...emptyListing, sizes: ['M'], minPrice, maxPrice }, all).map(({ label, url, isSelected, count }) => [
      label,
      url,
      isSelected,
      count,
    ]);
  expect(bands()).toEqual([
    ['Up to ₹999', '/shop?size=M&max_price=999', false, 3],
    ['₹1,000 to ₹1,499', '/shop?size=M&min_price=1000&max_price=1499', false, 6],
  ]);
  expect(bands(1000, 1499)[1]).toEqual(['₹1,000 to ₹1,499', '/shop?size=M', true, 6]);
  expect(bands(1500)[2]).toEqual(['From ₹1,500', '/shop?size=M', true, 0]);
});
