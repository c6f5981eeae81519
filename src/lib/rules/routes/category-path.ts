import { hashText, replaceLoneSurrogates } from '#lib/rules/text.ts';

/** What Shopify makes of a collection's name in its address: "Men's Shirts" is `mens-shirts`. */
export const collectionHandle = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** A longer name is shortened, in characters: file names have at most 255 bytes. */
const MAX_LENGTH = 50;

/**
 * Path segment of a category on a static site: letters and digits joined by hyphens, which every host accepts in file names. A hash is
 * added if another name could give the same segment.
 */
export function categorySegment(name: string): string {
  const lower = replaceLoneSurrogates(name.trim().toLowerCase());
  const words = lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const isUnique = words.replaceAll('-', ' ') === lower && words.length <= MAX_LENGTH && words !== 'index';
  return isUnique ? words : `${replaceLoneSurrogates(words.slice(0, MAX_LENGTH))}-${hashText(lower)}`.replace(/^-/, '');
}
