import { expect, test } from 'vitest';
import { SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import {
  chooseVariantScript,
  endScript,
  headScript,
  newProductScript,
  signInMethodScript,
} from '#lib/page/inline-scripts/all-scripts.ts';

test('the scripts that read the saved state use its storage key', () => {
  for (const script of [headScript, endScript]) {
    expect(script).toContain(`localStorage.getItem("${SAVED_STATE_KEY}")`);
  }
});

test.for([chooseVariantScript, endScript, headScript, newProductScript, signInMethodScript])(
  'every constant is filled in: %s',
  (script) => {
    expect(script.match(/\b[A-Z]+_[A-Z_]+\b/)).toBeNull();
    expect(() => new Function(script)).not.toThrow();
  },
);

test('the auth guard redirects to the pages of the path table', () => {
  expect(headScript).toContain('leave(`/signin?next=$');
  expect(headScript).toContain('leave(`/shop?search=$');
});

test.for([
  ['/SHOP', '/shop'],
  ['/shop//', '/shop'],
  ['//shop', '/shop'],
  ['//evil.example/', '/evil.example'],
  ['///evil.example//a', '/evil.example/a'],
  ['/products//linen-shirt/', '/products/linen-shirt'],
  ['/products/Linen-Shirt', undefined],
  ['/products/', undefined],
  ['/nowhere', undefined],
] as const)('Page Not Found of a static site sends %s to %s, never to another host', ([pathname, expected]) => {
  const sent: string[] = [];
  const dataset = {};
  const place = { pathname, search: '?a=B', hash: '#C', replace: (url: string) => sent.push(url) };
  new Function('location', 'document', newProductScript)(place, { documentElement: { dataset } });
  expect(sent).toEqual(expected === undefined ? [] : [`${expected}?a=B#C`]);
});
