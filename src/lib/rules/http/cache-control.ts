import { YEAR_SECONDS } from '#lib/rules/durations.ts';
import { CACHE_TAG_HEADER, SURROGATE_KEY_HEADER, splitKeys } from './surrogate-keys.ts';

/** Cache-Control of files whose name contains a hash of their content: scripts, styles and fonts of a build, and pictures. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** How long a CDN may serve a copy while it fetches the next, in seconds. Browsers may do the same, and no purge reaches those. */
const STALE_SECONDS = 2;

/** Headers of a response that a CDN may keep for `ttlSeconds`, unless one of its `keys` (joined by spaces) is purged. */
export const cdnHeaders = (ttlSeconds: number, keys: string) => ({
  'cache-control': `public, max-age=0, s-maxage=${ttlSeconds}, stale-while-revalidate=${STALE_SECONDS}`,
  [SURROGATE_KEY_HEADER]: keys,
  [CACHE_TAG_HEADER]: splitKeys(keys).join(','),
});

/** For a page of one shopper behind a CDN. */
export const personalHeaders = { 'cache-control': 'private, no-cache' };
