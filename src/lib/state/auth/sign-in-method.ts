import { YEAR_SECONDS } from '#lib/rules/durations.ts';
import { signInPage } from '#lib/rules/routes/paths.ts';
import { SIGN_IN_METHOD_COOKIE, type SignInMethod } from '#lib/rules/sign-in-method.ts';

/** Remembers on this device how the shopper signed in last. A cookie, because signing out clears local storage (specification, sign-in). */
export function rememberSignInMethod(method: SignInMethod): void {
  if (typeof document === 'undefined') return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${SIGN_IN_METHOD_COOKIE}=${method}; path=${signInPage}; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
