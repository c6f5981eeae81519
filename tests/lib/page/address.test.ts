import { expect, test } from 'vitest';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';

const page = new URL('https://shop.example/faq?x=1');

test('a path becomes an absolute address, an external address stays, and a picture’s fragment is removed', () => {
  expect(toAbsoluteUrl('/shop', page)).toBe('https://shop.example/shop');
  expect(toAbsoluteUrl('https://cdn.example/a.jpg', page)).toBe('https://cdn.example/a.jpg');
  expect(toAbsoluteUrl('/media/a-1200.jpg#1200x1600~abc', page)).toBe('https://shop.example/media/a-1200.jpg');
});

test('an invalid address causes no error', () => {
  for (const wrong of ['http://[', 'http://', 'https://a b', '//[', '\ud800'])
    expect(toAbsoluteUrl(wrong, page)).toMatch(/^https?:\/\//);
});
