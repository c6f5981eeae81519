import { expect, test } from 'vitest';
import { absolute } from '#lib/page/address.ts';

const page = new URL('https://shop.example/faq?x=1');

test('a path becomes an address of the shop, another’s address stays, and a picture’s facts are left out', () => {
  expect(absolute('/shop', page)).toBe('https://shop.example/shop');
  expect(absolute('https://cdn.example/a.jpg', page)).toBe('https://cdn.example/a.jpg');
  expect(absolute('/media/a-1200.jpg#1200x1600~abc', page)).toBe('https://shop.example/media/a-1200.jpg');
});

test('what is no address breaks nothing', () => {
  for (const wrong of ['http://[', 'http://', 'https://a b', '//[', '\ud800'])
    expect(absolute(wrong, page)).toMatch(/^https?:\/\//);
});
