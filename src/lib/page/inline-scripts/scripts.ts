import { SAVED_STATE_KEY, SIGN_IN_METHOD_COOKIE } from '#lib/contract/saved-state.ts';
import { LAZY_IMAGE_VISIBLE } from '#lib/rules/layout.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import authGuard from './auth-guard.js?raw';
import checkoutStart from './checkout-start.js?raw';
import headerBadges from './header-badges.js?raw';
import lazyImages from './lazy-images.js?raw';
import signInMethod from './sign-in-method.js?raw';

/** Constants used by the scripts, which are not modules and cannot import them. */
const constants = {
  SAVED_STATE_KEY,
  SIGN_IN_METHOD_COOKIE,
  SIGN_IN_PATH: paths.signIn(),
  SHOP_PATH: paths.shop,
  LAZY_IMAGE_VISIBLE,
};

/** Removes indentation and fills in the constants. */
const build = (code: string): string =>
  Object.entries(constants).reduce(
    (built, [name, value]) => built.replaceAll(`\${${name}}`, String(value)).replaceAll(name, JSON.stringify(value)),
    code.replace(/\n\s*/g, '\n').trim(),
  );

/**
 * Runs in the head, before the first paint: marks <html> as signed in or not and redirects from guarded pages, again on `session` and
 * `storage` events and when the page returns from the back/forward cache. Redirects a `search` parameter to the listing.
 */
export const authGuardScript = build(authGuard);

/**
 * Runs at the start of the checkout, before its first paint: marks <html> for a guest whose first step is certain, so that the form in
 * the HTML is shown and can be filled in before its script has come.
 */
export const checkoutStartScript = build(checkoutStart);

/** Runs right after the header: shows the number of units in the cart and of wishlist entries. */
export const headerBadgesScript = build(headerBadges);

/**
 * Runs at the end of the page: loads a lazy image once a fifth of it is visible, marks it while it loads, and shows its alternative
 * text when it fails (specification 2.9); a logo falls back to the store's name. A `pictures` event tells it about new images.
 */
export const lazyImagesScript = build(lazyImages);

/** Runs on the sign-in page before its form: opens the password form for a shopper who last signed in by password on this device. */
export const signInMethodScript = build(signInMethod);
