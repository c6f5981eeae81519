import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { categorySegment } from '#lib/rules/routes/category-path.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** An argument for each function of the table. */
const argument = "Men's Tee & Co";

const all = Object.entries(paths).flatMap(([name, path]): [string, string][] =>
  typeof path === 'string'
    ? [[name, name === 'productPrefix' ? `${path}tee` : path]]
    : [[name, path(name === 'account' ? 'orders' : argument)]],
);

test.for(all)('%s resolves to a page at its canonical path', ([, path]) => {
  const withoutFragment = path.replace(/#.*/, '');
  expect(resolvePage(withoutFragment)?.canonicalUrl.split('?')[0]).toBe(withoutFragment.split('?')[0]);
});

test('a search text survives a round trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const link = new URL(paths.search(text), 'https://shop.example');
      expect(link.searchParams.get('search')).toBe(text);
      expect(link.pathname).toBe('/shop');
    }),
  );
});

test('a category’s link has its encoded lowercase name', () => {
  expect(paths.category("Men's - Watch")).toBe("/shop?categories=men's%20-%20watch");
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const link = new URL(paths.category(name), 'https://shop.example');
      expect(link.searchParams.get('categories')?.replaceAll('‚', ',')).toBe(name.toLowerCase().replaceAll('‚', ','));
      expect(link.pathname).toBe('/shop');
    }),
  );
});

test('sign-in without a target has no query', () => {
  expect(paths.signIn()).toBe('/signin');
  expect(paths.signIn('/cart?a=1')).toBe('/signin?next=%2Fcart%3Fa%3D1');
});

test.each([
  ['Kurtas', 'kurtas'],
  [' Home  decor', expect.stringMatching(/^home-decor-[0-9a-z]{1,7}$/)],
  ['Home decor', 'home-decor'],
  ['साड़ी', 'साड़ी'],
  ['Kids & Toys', expect.stringMatching(/^kids-toys-[0-9a-z]{1,7}$/)],
  ['&', expect.stringMatching(/^[0-9a-z]{1,7}$/)],
  ['Index', expect.stringMatching(/^index-[0-9a-z]{1,7}$/)],
  ['x'.repeat(300), expect.stringMatching(/^x{50}-[0-9a-z]{1,7}$/)],
])('the path of category %j on a static site ends with a file name of its own', (name, segment) => {
  expect(categorySegment(name)).toEqual(segment);
});

test('names of categories that differ in more than case have different paths', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one.trim().toLowerCase().toWellFormed() !== other.trim().toLowerCase().toWellFormed());
      expect(categorySegment(one)).not.toBe(categorySegment(other));
    }),
  );
});
