import { LAZY_IMAGE_VISIBLE } from '#lib/contract/limits.ts';
import savedState from './auth-guard.js?raw';
import counts from './header-badges.js?raw';
import pictures from './lazy-images.js?raw';

const compact = (code: string): string => code.replace(/\n\s*/g, '\n').trim();

/**
 * Runs in the head: says on <html> whether a customer is signed in, and turns away who may not see the page, also when that changes
 * later (a `session` event of state/session.ts, another tab, a page from the back/forward cache); a search runs at once.
 */
export const authGuardScript = compact(savedState);

/** Runs right after the header: puts the numbers of units in the cart and of wishes into it. */
export const headerBadgesScript = compact(counts);

/**
 * Runs at the end of the page: pictures below the fold load once a fifth of them is visible, say that they are on their way, and
 * stand as their alternative text when they cannot be had (specification 2.9), the logo as the store's name. A `pictures` event
 * tells it of new ones.
 */
export const lazyImagesScript = compact(pictures).replaceAll('LAZY_IMAGE_VISIBLE', String(LAZY_IMAGE_VISIBLE));
