import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { sortOrders } from '#lib/contract/listing/filters.ts';
import { listActiveFilters } from '#lib/page/listing/active-filters.ts';
import {
  buildListingUrl,
  clearFilters,
  clearToSubject,
  emptyListing,
  isIndexable,
  type Listing,
  readListing,
} from '#lib/page/listing/listing-url.ts';

const read = (query: string): Listing => readListing(new URLSearchParams(query));

describe('a listing’s address', () => {
  test('holds everything that defines a listing', () => {
    expect(
      read(
        'search=linen&categories=Shirts,kurtas&size=M&min_price=500&max_price=2000.50&colour=Blue&brand=Meena&min_discount=20&fact=Fabric:Cotton&in_stock=1&sort_by=price_asc&page=3',
      ),
    ).toEqual({
      search: 'linen',
      categories: ['Shirts', 'kurtas'],
      sizes: ['M'],
      minPrice: 500,
      maxPrice: 2000.5,
      colours: ['blue'],
      brands: ['Meena'],
      minDiscount: 20,
      facts: ['Fabric:Cotton'],
      inStock: true,
      outOfStock: false,
      sort: 'price_asc',
      page: 3,
    });
  });

  test('may repeat or join a choice, in any case, and dedupes it', () => {
    expect(read('categories=shirts&categories=Kurtas,SHIRTS, kurtas ,').categories).toEqual(['shirts', 'Kurtas']);
  });

  test.for([
    'page=-1',
    'page=0',
    'page=1.5',
    'page=1e3',
    'page=9999999',
    'min_price=cheap',
    'min_price=-5',
    'max_price=1.234',
    'sort_by=random',
    'in_stock=yes',
    'min_discount=0',
    'min_discount=100',
    'min_discount=5.5',
    'colour=,',
    'size=,,',
    'search=%20%20',
    'categories=',
    'nothing=at&all',
  ])('ignores an invalid value: %s', (query) => {
    expect(read(query)).toEqual({ ...emptyListing, minPrice: undefined, maxPrice: undefined, minDiscount: undefined });
  });

  test('accepts swapped prices', () => {
    expect(read('min_price=900&max_price=100')).toMatchObject({ minPrice: 100, maxPrice: 900 });
  });

  test('is limited in length', () => {
    const { search, categories } = read(
      `search=${'x'.repeat(5000)}&categories=${Array.from({ length: 500 }, (_, i) => i).join(',')}`,
    );
    expect([search.length, categories.length]).toEqual([MAX_SEARCH, 40]);
  });
});

describe('a listing’s link', () => {
  test('holds only the differences from all products', () => {
    expect(buildListingUrl(emptyListing)).toBe('/shop');
    expect(buildListingUrl({ ...emptyListing, categories: ["Men's - Watch", 'Caps'] })).toBe(
      '/shop?categories=men%27s+-+watch,caps',
    );
    expect(buildListingUrl({ ...emptyListing, minPrice: 0 })).toBe('/shop?min_price=0');
  });

  test('has its parameters in one order', () => {
    expect(
      buildListingUrl({
        ...emptyListing,
        facts: ['Fabric:Cotton, pure'],
        minDiscount: 20,
        brands: ['Meena'],
        colours: ['blue'],
        sizes: ['M'],
      }),
    ).toBe('/shop?size=M&colour=blue&brand=Meena&min_discount=20&fact=Fabric%3ACotton%E2%80%9A+pure');
  });

  test('goes back to the first page with every change but that of the page', () => {
    const listing = { ...emptyListing, search: 'linen', page: 4 };
    expect(buildListingUrl(listing, { inStock: true })).toBe('/shop?search=linen&in_stock=1');
    expect(buildListingUrl(listing, { page: 5 })).toBe('/shop?search=linen&page=5');
  });

  const words = fc.uniqueArray(
    fc.stringMatching(/^[a-z0-9&' -]{0,12}[a-z0-9]$/).map((word) => word.trim()),
    { maxLength: 5 },
  );
  const price = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined });
  const listings = fc
    .record({
      search: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/\s+/g, ' ').trim()),
      categories: words,
      sizes: words,
      minPrice: price,
      maxPrice: price,
      colours: words,
      brands: words,
      minDiscount: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
      facts: words,
      inStock: fc.boolean(),
      outOfStock: fc.boolean(),
      sort: fc.constantFrom('' as const, ...sortOrders),
      page: fc.integer({ min: 1, max: 999_999 }),
    })
    .filter(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice);

  test('parses to the listing it was made of', () => {
    fc.assert(
      fc.property(listings, (listing) => {
        const link = buildListingUrl(listing, { page: listing.page });
        expect(readListing(new URL(link, 'https://shop.example').searchParams)).toEqual(listing);
      }),
    );
  });

  test('parsing any address never throws, and its link is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const listing = read(query);
        const link = buildListingUrl(listing, { page: listing.page });
        const again = readListing(new URL(link, 'https://shop.example').searchParams);
        expect(buildListingUrl(again, { page: again.page })).toBe(link);
      }),
    );
  });
});

test('search engines index all products and single categories, but no filtered, sorted or searched list', () => {
  for (const plain of ['', 'categories=caps', 'page=2', 'categories=caps&page=3'])
    expect(isIndexable(read(plain)), plain).toBe(true);
  for (const other of [
    'search=cap',
    'categories=caps,belts',
    'in_stock=1',
    'size=M',
    'sort_by=name_asc',
    'max_price=10',
    'colour=blue',
    'brand=meena',
    'min_discount=20',
    'fact=fabric:cotton',
  ])
    expect(isIndexable(read(other)), other).toBe(false);
});

test('without its filters a listing keeps its search text and order', () => {
  expect(buildListingUrl(clearFilters(read('search=linen&size=M&in_stock=1&sort_by=price_asc&page=2')))).toBe(
    '/shop?search=linen&sort_by=price_asc',
  );
});

test('cleared of its filters by its chips a listing keeps what its heading says', () => {
  const cleared = (query: string) => buildListingUrl(clearToSubject(read(query)));
  expect(cleared('categories=kurtas&size=M&sort_by=price_asc')).toBe('/shop?categories=kurtas&sort_by=price_asc');
  expect(cleared('categories=kurtas,shirts&size=M')).toBe('/shop');
  expect(cleared('search=linen&categories=kurtas&colour=blue')).toBe('/shop?search=linen');
});

describe('the chips of a listing', () => {
  const chips = (query: string) => listActiveFilters(read(query), [{ id: 3, name: 'Shirts', image: '' }]);

  test('name every filter in the order of the filters, and each removes its own', () => {
    const listed = chips(
      'search=linen&categories=shirts&size=M&min_price=1000&max_price=1500&colour=blue&brand=Meena&min_discount=20&fact=Fabric:Cotton&in_stock=1',
    );
    expect(listed.map(({ label }) => label)).toEqual([
      '“linen”',
      'Shirts',
      'Size M',
      '₹1,000 to ₹1,500',
      'Blue',
      'Meena',
      '20% off or more',
      'In stock',
      'Fabric: Cotton',
    ]);
    const gone = ['search', 'categories', 'size', 'min_price', 'colour', 'brand', 'min_discount', 'in_stock', 'fact'];
    for (const [i, name] of gone.entries()) {
      const left = new URL(listed[i]?.removeUrl ?? '', 'https://shop.example').searchParams;
      expect([name, left.has(name), [...left.keys()].length]).toEqual([name, false, name === 'min_price' ? 8 : 9]);
    }
  });

  test('leave to the heading what it says: a search, or the only category', () => {
    const subjects = (query: string) => chips(query).flatMap(({ label, isSubject }) => (isSubject ? [label] : []));
    expect(subjects('categories=shirts&size=M')).toEqual(['Shirts']);
    expect(subjects('categories=shirts,kurtas')).toEqual([]);
    expect(subjects('search=linen&categories=shirts')).toEqual(['“linen”']);
  });
});
