import { t } from '#lib/contract/text/t.ts';

/**
 * Writes a value for a list that is joined by commas, on the wire or in an address: its own commas become U+201A, which looks the same, so that
 * any client may split the list. "1,000 ml" stays one value.
 */
export const toListItem = (value: string): string => value.replaceAll(',', '‚');

/** The value of an item of such a list. */
export const fromListItem = (item: string): string => item.replaceAll('‚', ',');

/** Folds the case of names, the same in code and on both engines: names of one category or seller fold to the same text. */
export const foldName = (name: string): string => name.trim().toLowerCase();

/** Formats a number with Indian grouping of its digits, such as "1,00,000". */
export const formatNumber = (n: number): string => n.toLocaleString('en-IN');

/** "1 product", "12 products", or "1,200+ products" when there are more than were counted. */
export const formatProductCount = (count: number, more = false): string =>
  count === 1 && !more ? t('1 product') : t('{count} products', { count: more ? `${formatNumber(count)}+` : count });

/** 32-bit FNV-1a hash of a text, in base 36. */
export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Replaces lone surrogates, which cannot be encoded, by U+FFFD. Browsers before 2023 have no function for it and keep them. */
export const replaceLoneSurrogates = (text: string): string => text.toWellFormed?.() ?? text;

/** Escapes text for XML and removes characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  replaceLoneSurrogates(text)
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Splits a name so that the parts at odd positions must not break at their hyphen: a letter with its word, as in "T-Shirt", and two short words,
 * as in "Crew-Neck".
 */
export const splitUnbroken = (name: string): string[] =>
  name.split(/(?<![\p{L}\p{N}-])(\p{L}-\p{L}+|[\p{L}\p{M}\p{N}]{2,8}-[\p{L}\p{M}\p{N}]{1,8}(?![\p{L}\p{M}\p{N}-]))/u);
