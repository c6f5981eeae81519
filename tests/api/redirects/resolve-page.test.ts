import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { readQuery } from '#lib/rules/routes/query.ts';

const address = (url: string): string | undefined => resolvePage(url)?.canonicalUrl;

describe('the cache key of a page', () => {
  test.for([
    ['/shop?zz=8731&utm_source=mail&gclid=1', '/shop'],
    ['/shop?page=2&search=cap', '/shop?search=cap&page=2'],
    ['/shop?search=%20linen%20%20%20shirt+', '/shop?search=linen+shirt'],
    ['/shop?search=cap&search=hat', '/shop?search=cap'],
    ['/shop?page=1', '/shop'],
    ['/shop?page=1e3', '/shop'],
    ['/shop?min_price=0100.50&max_price=cheap', '/shop?min_price=100.5'],
    ['/shop?categories=Shirts&categories=caps,SHIRTS,', '/shop?categories=Shirts,caps'],
    ['/shop?in_stock=yes&out_of_stock=1&sort_by=random', '/shop?out_of_stock=1'],
    ['/shop/', '/shop'],
    ['/sh%6Fp?page=2', '/shop?page=2'],
    ['/?anything=1', '/'],
    ['/cart?search=cap', '/cart'],
    ['/products/linen-shirt?size=M', '/products/linen-shirt'],
    ['/products/%E0%A4%95%E0%A4%AE', '/products/%E0%A4%95%E0%A4%AE'],
    ['/reset-password?token=secret', '/reset-password?token=1'],
    ['/stop-alert?token=secret', '/stop-alert?token=1'],
    ['/signin?verify=secret&next=/cart', '/signin?verify=1'],
    ['/signin?way=code&way=x', '/signin?way=code'],
  ] as const)('%s equals that of %s', ([asked, expected]) => {
    expect(address(asked)).toBe(expected);
  });

  test('is limited in length, whatever the search text', () => {
    expect(address(`/shop?search=${'x'.repeat(5000)}`)).toBe(`/shop?search=${'x'.repeat(MAX_SEARCH)}`);
  });

  test.for([
    '/nowhere',
    '/shop/2',
    '//shop',
    '/products/',
    '/products/a/b',
    '/products/a%2Fb',
    '/products/%',
    '/products/..',
    '/Shop',
  ])('%s is not a page', (url) => {
    expect(resolvePage(url)).toBeUndefined();
  });

  test.for([`/products/${'x'.repeat(256)}`, `/${'x'.repeat(3000)}`, '/feed-1.xml', '/sitemap-products-0.xml', '/my-account/A'])(
    '%s is not a page either',
    (url) => {
      expect(resolvePage(url)).toBeUndefined();
    },
  );

  test('is stable when it is resolved again, and gives its page the same input', () => {
    const query = fc.array(
      fc.tuple(
        fc.constantFrom('search', 'page', 'categories', 'size', 'min_price', 'max_price', 'in_stock', 'sort_by', 'zz'),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('1', '2', '10.50', 'price_asc', 'a,b, A ,')),
      ),
    );
    fc.assert(
      fc.property(query, (pairs) => {
        const asked = `/shop?${new URLSearchParams(pairs)}`;
        const canonical = address(asked) as string;
        expect(address(canonical)).toBe(canonical);
        const read = (url: string) => readQuery('/shop', new URL(url, 'http://shop.test').searchParams);
        expect(read(canonical)).toEqual(read(asked));
      }),
    );
  });
});

test('slow documents are distinguished from pages', () => {
  expect([resolvePage('/feed-12.xml')?.document, resolvePage('/sitemap.xml')?.document, resolvePage('/shop')?.document]).toEqual([
    true,
    true,
    false,
  ]);
});
