import { expect, test } from 'vitest';
import { SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import { authGuardScript, headerBadgesScript, lazyImagesScript, signInMethodScript } from '#lib/page/inline-scripts/scripts.ts';

test('the scripts that read the saved state use its storage key', () => {
  for (const script of [authGuardScript, headerBadgesScript]) {
    expect(script).toContain(`localStorage.getItem("${SAVED_STATE_KEY}")`);
  }
});

test.for([authGuardScript, headerBadgesScript, lazyImagesScript, signInMethodScript])(
  'every constant is filled in: %s',
  (script) => {
    expect(script.match(/\b[A-Z]+_[A-Z_]+\b/)).toBeNull();
    expect(() => new Function(script)).not.toThrow();
  },
);

test('the auth guard redirects to the pages of the path table', () => {
  expect(authGuardScript).toContain('leave(`/signin?next=$');
  expect(authGuardScript).toContain('leave(`/shop?search=$');
});
