import { DAY_SECONDS, YEAR_SECONDS } from '#lib/rules/durations.ts';
import { CACHE_TAG_HEADER, SURROGATE_KEY_HEADER, splitKeys } from '#lib/rules/http/surrogate-keys.ts';

/** Cache-Control of files whose name contains a hash of their content: scripts, styles and fonts of a build, and pictures. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/**
 * Pages are not changed on the way: scripts of islands need the comments in them, which some proxies remove.
 */
const UNCHANGED = 'no-transform';

/** Cache-Control of a page that is the same for everyone: each use is checked. */
export const PUBLIC_PAGE = `public, max-age=0, must-revalidate, ${UNCHANGED}`;

/** The same for a page in many versions, of which shared caches would keep a copy each. */
export const PAGE_IN_VERSIONS = `private, max-age=0, must-revalidate, ${UNCHANGED}`;

/**
 * The same for a page that browsers keep as a compression dictionary for the next one (RFC 9842). They keep it for as long as they could show it
 * unchecked, which Chromium never does with a page; `private` keeps shared caches from doing so.
 */
export const PAGE_AS_DICTIONARY = `private, max-age=0, stale-while-revalidate=${DAY_SECONDS}, ${UNCHANGED}`;

/** How long a CDN may serve a copy while it fetches the next, in seconds. Browsers may do the same, and no purge reaches those. */
const STALE_SECONDS = 2;

/** Headers of a response that a CDN may keep for `ttlSeconds`, unless one of its `keys` (joined by spaces) is purged. */
export const cdnHeaders = (ttlSeconds: number, keys: string) => ({
  'cache-control': `public, max-age=0, s-maxage=${ttlSeconds}, stale-while-revalidate=${STALE_SECONDS}, ${UNCHANGED}`,
  [SURROGATE_KEY_HEADER]: keys,
  [CACHE_TAG_HEADER]: splitKeys(keys).join(','),
});

/** For a page of one shopper behind a CDN. */
export const personalHeaders = { 'cache-control': `private, no-cache, ${UNCHANGED}` };
