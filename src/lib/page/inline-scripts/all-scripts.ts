import { failure } from '#lib/contract/messages/failures.ts';
import { FONT_KEY, SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';
import { escapeHtml } from '#lib/rules/html-document.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { pageRoutes } from '#lib/rules/routes/table.ts';
import { VARIANT_PARAMETER } from '#lib/rules/routes/variant-address.ts';
import { SIGN_IN_METHOD_COOKIE } from '#lib/rules/sign-in-method.ts';
import { FIRST_PICTURE_MS } from '#lib/site/timings.ts';
import { LAZY_IMAGE_VISIBLE } from '#lib/site/ui-thresholds.ts';
import authGuard from './auth-guard.js?raw';
import chooseVariant from './choose-variant.js?raw';
import headerBadges from './header-badges.js?raw';
import lazyImages from './lazy-images.js?raw';
import markNewProduct from './mark-new-product.js?raw';
import markPendingListing from './mark-pending-listing.js?raw';
import openPasswordForm from './open-password-form.js?raw';
import pageFont from './page-font.js?raw';
import showFirstCheckoutStep from './show-first-checkout-step.js?raw';
import startModules from './start-modules.js?raw';

/** A text as HTML within a template literal. */
const toTemplateHtml = (text: string): string => escapeHtml(text).replace(/[`\\$]/g, '\\$&');

/** Constants used by the scripts, which are not modules and cannot import them. */
const constants = {
  SAVED_STATE_KEY,
  SIGN_IN_METHOD_COOKIE,
  FONT_KEY,
  SIGN_IN_PATH: paths.signIn(),
  SHOP_PATH: paths.shop,
  OFFLINE: toTemplateHtml(failure.offline),
  TRY_AGAIN: toTemplateHtml(t('Try again')),
  PRODUCT_PREFIX: paths.productPrefix,
  VARIANT_PARAMETER,
  LAZY_IMAGE_VISIBLE,
  FIRST_PICTURE_MS,
  LISTING_PARAMETERS: Object.keys(pageRoutes[paths.shop].query).join('|'),
};

/** Removes indentation and fills in the constants. */
const build = (code: string): string =>
  Object.entries(constants).reduce(
    (built, [name, value]) => built.replaceAll(`\${${name}}`, () => String(value)).replaceAll(name, () => JSON.stringify(value)),
    code.replace(/\n\s*/g, '\n').trim(),
  );

/**
 * Runs in the head, before the first paint: marks <html> as signed in or not and redirects from guarded pages, again on `session` and
 * `storage` events and when the page returns from the back/forward cache. Redirects a `search` parameter to the listing. Chooses between the
 * theme's font and the fallback font. Then starts the page's modules after the first paint or at the first sign of intent; until they run,
 * clicks on controls that need them are held.
 */
export const headScript = build(`${authGuard}\n${pageFont}\n${startModules}`);

/**
 * Runs at the start of the checkout, before its first paint: marks <html> for a guest whose first step is certain, so that the form in
 * the HTML is shown and can be filled in before its script has come.
 */
export const checkoutStartScript = build(showFirstCheckoutStep);

/**
 * Runs at the end of the page: shows the number of units in the cart and of wishlist entries. Loads a lazy image once a fifth of it is visible and
 * the page's first picture has arrived, marks it while it loads, and shows its alternative
 * text when it fails (specification, interface); a logo falls back to the store's name. A `pictures` event tells it about new images.
 */
export const endScript = build(`${headerBadges}\n${lazyImages}`);

/** Runs on the sign-in page before its form: opens the password form for a shopper who last signed in by password on this device. */
export const signInMethodScript = build(openPasswordForm);

/** Runs after the buy box, before its first paint: chooses the variant that the URL names and shows its price and picture. */
export const chooseVariantScript = build(chooseVariant);

/**
 * Runs in the listing page of a static site, before its first paint: marks <html> when the URL asks for a listing that the browser has
 * to draw, so that the products in the HTML are not shown.
 */
export const pendingListingScript = build(markPendingListing);

/**
 * Runs in 404.html of a static site, before its first paint: marks <html> for a product's path, since the product may be new, and takes capitals and
 * superfluous slashes out of a path.
 */
export const newProductScript = build(markNewProduct);
