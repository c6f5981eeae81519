import { LAZY_IMAGE_VISIBLE } from '#lib/rules/layout.ts';
import savedState from './auth-guard.js?raw';
import counts from './header-badges.js?raw';
import pictures from './lazy-images.js?raw';

const compact = (code: string): string => code.replace(/\n\s*/g, '\n').trim();

/**
 * Runs in the head, before the first paint: marks <html> as signed in or not and redirects from guarded pages, again on `session` and
 * `storage` events and when the page returns from the back/forward cache. Redirects a `search` parameter to the listing.
 */
export const authGuardScript = compact(savedState);

/** Runs right after the header: shows the number of units in the cart and of wishlist entries. */
export const headerBadgesScript = compact(counts);

/**
 * Runs at the end of the page: loads a lazy image once a fifth of it is visible, marks it while it loads, and shows its alternative
 * text when it fails (specification 2.9); a logo falls back to the store's name. A `pictures` event announces new images.
 */
export const lazyImagesScript = compact(pictures).replaceAll('LAZY_IMAGE_VISIBLE', String(LAZY_IMAGE_VISIBLE));
