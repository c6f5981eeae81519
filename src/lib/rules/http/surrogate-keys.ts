/**
 * Names of what a response shows, by which a CDN finds the copies to purge. A response has the keys in the header `Surrogate-Key`
 * (separated by spaces, as Fastly reads them) and `Cache-Tag` (by commas, as Cloudflare does).
 */
export const SURROGATE_KEY_HEADER = 'surrogate-key';
export const CACHE_TAG_HEADER = 'cache-tag';

/** On every response; purged when something that all pages show has changed. */
export const STORE_KEY = 'store';
/** On responses whose choice, order or number of products may change with any product. */
export const LISTING_KEY = 'listing';
/** In place of product keys, on a response that shows too many products to name; purged with any product key. */
export const PRODUCTS_KEY = 'products';

export const keyOfProduct = (id: number): string => `product:${id}`;
/** On lists of one sub-category, which may change with any product in it. */
export const keyOfCategory = (id: number): string => `category:${id}`;

/** Maximum length of the keys of one response, in characters: nginx reads response headers into 4 to 8 KB by default. */
const MAX_LENGTH = 1000;

/** Joins the keys of a response by spaces, without duplicates. Too many product and category keys are replaced by `PRODUCTS_KEY`. */
export function joinKeys(keys: Iterable<string>): string {
  const all = [...new Set(keys)];
  const text = all.join(' ');
  if (text.length <= MAX_LENGTH) return text;
  return [...all.filter((key) => !key.includes(':')), PRODUCTS_KEY].join(' ');
}

export const splitKeys = (text: string): string[] => text.split(' ').filter(Boolean);

/** The keys to purge for changed keys; everything is purged by `STORE_KEY` alone. */
export function keysToPurge(changed: Iterable<string>): string[] {
  const keys = new Set(changed);
  if (keys.has(STORE_KEY)) return [STORE_KEY];
  if ([...keys].some((key) => key.startsWith('product:'))) keys.add(PRODUCTS_KEY);
  return [...keys];
}
