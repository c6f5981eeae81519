import { expect, test } from 'vitest';
import { addPictureOrigins, buildPictureDirective, collectPictureOrigins } from '#lib/page/csp/picture-origins.ts';

const many = Array.from({ length: 11 }, (_, i) => `https://cdn${i}.example`);

test('pictures are allowed from the listed origins, and from all of https when there are too many', () => {
  expect(buildPictureDirective(['https://b.example', 'https://a.example:8443', 'https://b.example'])).toBe(
    'img-src https://a.example:8443 https://b.example',
  );
  expect(buildPictureDirective(many)).toBe('img-src https:');
  expect(buildPictureDirective(['https:'])).toBe('img-src https:');
  expect(buildPictureDirective([])).toBeUndefined();
  expect(buildPictureDirective()).toBeUndefined();
});

test.each([
  '*',
  "'unsafe-inline'",
  'https://a.example; script-src *',
  'https://a.example/path',
  'data:',
  'http:',
  'javascript:x',
  'https://*',
])('a store cannot loosen the policy with %s', (origin) => {
  expect(buildPictureDirective([origin])).toBeUndefined();
});

test('origins are found in every picture field of a reply, and nowhere else', () => {
  const origins = new Set<string>();
  const products = [
    { product_images: '/media/a.jpg#1x1,https://a.example/1.jpg, https://b.example/2.jpg' },
    { cover_image: 'http://c.example/x' },
  ];
  const reply = {
    success: true,
    data: products,
    storeinfo: { logo: 'https://d.example/l.png', terms: 'https://not.example' },
    next: null,
  };
  collectPictureOrigins(reply, origins);
  expect([...origins]).toEqual(['https://a.example', 'https://b.example', 'http://c.example', 'https://d.example']);
});

test('origins are added to a policy once', () => {
  const policy = "default-src 'self'; img-src 'self' data:; script-src 'self'";
  const added = "default-src 'self'; img-src 'self' data: https://a.example; script-src 'self'";
  expect(addPictureOrigins(policy, ['https://a.example'])).toBe(added);
  expect(addPictureOrigins(added, ['https://a.example'])).toBe(added);
  expect(addPictureOrigins(policy, [])).toBe(policy);
});
