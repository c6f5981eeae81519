import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesOf, oldAddressKey, readRedirectTarget, withParameters } from '#lib/rules/routes/old-address.ts';

describe('an old address is the same in all its spellings', () => {
  test.for([
    ['/Old-Shirt/', '/old-shirt'],
    ['https://former.example/product/Old-Shirt/?utm_source=mail#top', '/product/old-shirt'],
    ['http://former.example', '/'],
    ['old-shirt.html', '/old-shirt.html'],
    ['//product//old', '/product/old'],
    ['/%E0%A4%95%E0%A4%AE%E0%A5%80%E0%A4%9C', '/कमीज'],
    ['/कमीज/', '/कमीज'],
    ['/cafe\u0301', '/café'],
    ['/caf%E9', '/caf%e9'],
    ['/?p=123', '/?p=123'],
    ['?P=123', '/?p=123'],
    ['/index.php?route=product/product&product_id=7&gclid=x', '/index.php?product_id=7&route=product%2Fproduct'],
    ['/a/../b', '/b'],
  ] as const)('%s is %s', ([address, key]) => {
    expect(oldAddressKey(address)).toBe(key);
    expect(oldAddressKey(key)).toBe(key);
  });
});

test.for([
  '',
  '  ',
  'javascript:alert(1)',
  'mailto:a@b.example',
  '/a\r\nb',
  '/a%00b',
  '/a%0d%0aset-cookie:x',
  `/${'क'.repeat(700)}`,
])('%j is no old address', (address) => {
  expect(oldAddressKey(address)).toBeUndefined();
  expect(matchesOf(address)).toEqual([]);
});

test('any text is folded once or is no address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (text) => {
      const key = oldAddressKey(text);
      if (key === undefined) return;
      expect(key).toMatch(/^\//);
      expect(key).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test('a request means the address that names most of its parameters, and passes the others on as they are', () => {
  expect(matchesOf('/?p=7&Lang=HI&utm_source=Mail')).toEqual([
    { key: '/?lang=hi&p=7', rest: 'utm_source=Mail' },
    { key: '/?lang=hi', rest: 'p=7&utm_source=Mail' },
    { key: '/?p=7', rest: 'Lang=HI&utm_source=Mail' },
    { key: '/', rest: 'Lang=HI&p=7&utm_source=Mail' },
  ]);
  expect(matchesOf(`/a?${Array.from({ length: 500 }, (_, i) => `q${i}=`).join('&')}`).length).toBeLessThan(3);
});

test('parameters are added to a target unless its own query names them, before its fragment', () => {
  expect(withParameters('/shop', '')).toBe('/shop');
  expect(withParameters('/shop?page=2#list', 'page=9&utm_source=x')).toBe('/shop?page=2&utm_source=x#list');
  expect(withParameters('https://blog.example/a', 'b=1')).toBe('https://blog.example/a?b=1');
});

describe('a redirect leads', () => {
  test.for([
    ['/products/Linen Shirt/', '/products/Linen%20Shirt'],
    ['/products/कमीज', '/products/%E0%A4%95%E0%A4%AE%E0%A5%80%E0%A4%9C'],
    ['/.//evil.example', '/evil.example'],
    ['/shop?page=2#a', '/shop?page=2#a'],
    ['https://blog.example/x', 'https://blog.example/x'],
  ] as const)('to %s', ([text, target]) => expect(readRedirectTarget(text, true)).toEqual({ target }));

  test.for([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://former.example/x',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https://user:secret@evil.example',
    'evil.example',
    '/a\r\nset-cookie: x=1',
    '',
  ])('never to %j', (text) => expect(readRedirectTarget(text, true)).toHaveProperty('problem'));

  test('to another site only where the owner says so', () =>
    expect(readRedirectTarget('https://blog.example/x', false)).toHaveProperty('problem'));
});
