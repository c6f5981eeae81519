import { describe, expect, test } from 'vitest';
import * as paths from '#lib/rules/routes/paths.ts';
import { sanitiseNextPath } from '#lib/state/auth/redirect-after-sign-in.ts';

describe('the target after signing in', () => {
  test.each(['/', '/my-account/orders', '/products/blue-shirt?size=M#view-2', '/shop?search=caf%C3%A9', '/signing-room'])(
    '%s is a path of this site and is kept',
    (path) => expect(sanitiseNextPath(path)).toBe(path),
  );

  test.each([
    undefined,
    null,
    '',
    'shop',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '\\\\elsewhere.example',
    'javascript:alert(1)',
    ' /shop',
    '/./\\elsewhere.example',
    '/..//elsewhere.example',
    '/%2e%2e//elsewhere.example',
    '//[bad',
  ])('%j is not a path of this site, and becomes home', (path) => expect(sanitiseNextPath(path)).toBe('/'));

  test.each(['/signin', '/signin?next=%2Fsignin', '/signup', '/forgot-password', '/reset-password?token=1'])(
    '%s would lead back to sign in, and becomes home',
    (path) => expect(sanitiseNextPath(path)).toBe('/'),
  );

  test('survives a round trip through the sign-in page’s address', () => {
    const link = new URL(paths.signIn('/shop?search=a&page=2'), 'https://shop.example');
    expect(link.pathname).toBe('/signin');
    expect(sanitiseNextPath(link.searchParams.get('next'))).toBe('/shop?search=a&page=2');
  });
});
