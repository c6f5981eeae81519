import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { findMovedUrl } from '#server/pages/moved-url.ts';

describe('an address leads to the page that it means, with its query', () => {
  test.for([
    ['/SHOP', '/shop'],
    ['/Shop?page=2&utm_source=x', '/shop?page=2&utm_source=x'],
    ['/shop/', '/shop'],
    ['/shop//', '/shop'],
    ['//shop', '/shop'],
    ['///', '/'],
    ['/My-Account//Orders/', '/my-account/orders'],
    ['//products/linen-shirt', '/products/linen-shirt'],
    ['/products//linen-shirt', '/products/linen-shirt'],
    ['/products/linen-shirt/', '/products/linen-shirt'],
    ['/PRODUCTS/linen-shirt', '/products/linen-shirt'],
    ['/products//%E0%A4%95%E0%A4%AE', '/products/%E0%A4%95%E0%A4%AE'],
    ['/collections/all/products/linen-shirt?variant=7', '/products/linen-shirt?variant=7'],
    ['/Collections/summer-sale/Products/linen-shirt/', '/products/linen-shirt'],
    ['/collections/summer-sale/', '/collections/summer-sale'],
    ['/collections/all', '/shop'],
    ['/collections', '/categories'],
    ['/pages/contact', '/faq'],
    ['/policies/privacy-policy', '/privacy-policy'],
    ['/account/login?next=1', '/signin?next=1'],
    ['/search?q=cap&type=product', '/shop?search=cap&type=product'],
    ['/search?q=+cap', '/shop?search=cap'],
    ['/shop?search=++shirt+', '/shop?search=shirt'],
    ['/shop?search=%20%09linen++shirt%C2%A0&size=M', '/shop?search=linen++shirt&size=M'],
    ['/shop?size=M&search=%20%E0%A4%95%E0%A4%AE+&utm_source=x', '/shop?size=M&search=%E0%A4%95%E0%A4%AE&utm_source=x'],
    ['/shop?search=++', '/shop'],
    ['/shop?search=&page=2', '/shop?page=2'],
    ['/SHOP/?search=cap+', '/shop?search=cap'],
  ] as const)('%s leads to %s', ([asked, expected]) => {
    expect(findMovedUrl(asked)).toBe(expected);
    expect(findMovedUrl(expected)).toBeUndefined();
  });
});

test.for([
  '/',
  '/shop',
  '/shop?search=linen++shirt',
  '/shop?search=%E0%A4%95%E0%A4%AE&min_price=+1',
  '/shop?research=+x+',
  '/products/Linen-Shirt',
  '/collections/shirts',
  '/products/no-such-thing',
  '/nowhere',
  '/NOWHERE/',
  '//evil.example',
  '//evil.example/',
  '/\\evil.example',
  '/%5Cevil.example',
  '/%2Fevil.example',
  '//evil.example/products/x',
  '/collections/x/products/..%2f..',
  '/collections/x/products/%2Fevil.example',
  '/products/%E0%A4',
  `/${'a/'.repeat(1000)}`,
])('%s leads nowhere else', (url) => {
  expect(findMovedUrl(url)).toBeUndefined();
});

test('whatever the address, it leads to a page of this site and then stays', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '%2f',
    '%5C',
    '.',
    '..',
    'evil.example',
    'SHOP',
    'shop',
    'Products',
    'products',
    'collections',
    'x',
    '@',
    ':',
    '?',
    '#',
    'é',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const moved = findMovedUrl(`/${parts.join('')}`);
      if (moved === undefined) return;
      expect(moved).toMatch(/^\/(?![/\\])/);
      expect(new URL(moved, 'https://shop.example').origin).toBe('https://shop.example');
      expect(resolvePage(moved)).toBeDefined();
      expect(findMovedUrl(moved)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});
