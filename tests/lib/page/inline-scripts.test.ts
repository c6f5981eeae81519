import { expect, test } from 'vitest';
import { SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import { endScript, headScript, signInMethodScript } from '#lib/page/inline-scripts/all-scripts.ts';

test('the scripts that read the saved state use its storage key', () => {
  for (const script of [headScript, endScript]) {
    expect(script).toContain(`localStorage.getItem("${SAVED_STATE_KEY}")`);
  }
});

test.for([endScript, headScript, signInMethodScript])('every constant is filled in: %s', (script) => {
  expect(script.match(/\b[A-Z]+_[A-Z_]+\b/)).toBeNull();
  expect(() => new Function(script)).not.toThrow();
});

test('the auth guard redirects to the pages of the path table', () => {
  expect(headScript).toContain('leave(`/signin?next=$');
  expect(headScript).toContain('leave(`/shop?search=$');
});
