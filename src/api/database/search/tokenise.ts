import { foldText } from './fold-text.ts';

/**
 * Tokenises text for the index and for queries: apostrophes are dropped ("Men's" → "mens"), hyphenated words are also joined
 * ("sun-glasses" → "sunglasses"), and a single letter joins the next word ("T-Shirts", "t shirts" and "tshirts" are equal).
 */

/** Alternatives for one query term; each is a list of words that must all match. */
export type WordGroup = readonly (readonly string[])[];

const apostrophes = /['’‘`´ʼ＇]/g;
const hyphenated = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-‐‑][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Digits before letters ("500ml"), or after them ("iphone15"). */
const numberAndLetters = /^(?:(\p{N}+)(\p{L}[\p{L}\p{M}]*)|(\p{L}[\p{L}\p{M}]*)(\p{N}+))$/u;

/** Longer words are truncated, in characters. */
const MAX_WORD = 40;

const isLetter = (word: string | undefined): boolean => word !== undefined && /^\p{L}$/u.test(word);

/** Whether a word is a number: a letter after it may be its unit. */
export const isNumber = (word: string | undefined): boolean => word !== undefined && /^\p{N}+$/u.test(word);

/** Splits text into words, each a list of its hyphenated parts. */
const splitWords = (text: string): string[][] =>
  (foldText(text.replace(apostrophes, '')).match(hyphenated) ?? []).map((run) =>
    run.split(/[-‐‑]/).map((part) => part.slice(0, MAX_WORD)),
  );

const joinParts = (parts: readonly string[]): string => parts.join('').slice(0, MAX_WORD);

/** Tokenises a text for the index. "T-Shirts" is indexed only as "tshirts", because a T-shirt is not a shirt. */
export function tokeniseForIndex(text: string): string {
  const words = splitWords(text);
  return words
    .flatMap((parts, i) => {
      const previous = words[i - 1];
      const withLetter =
        previous?.length === 1 && isLetter(previous[0]) && parts.length === 1 ? [joinParts([...previous, ...parts])] : [];
      if (parts.length === 1) return [...withLetter, ...parts];
      return parts.length === 2 && isLetter(parts[0]) ? [joinParts(parts)] : [...parts, joinParts(parts)];
    })
    .join(' ');
}

/** Alternatives for one word: "500ml" also matches "500 ml". */
function alternativesOf(word: string): WordGroup {
  const parts = numberAndLetters.exec(word)?.slice(1).filter(Boolean);
  return parts ? [[word], parts] : [[word]];
}

/** Tokenises the first `limit` words of a search query, of which each part of a hyphenated one counts. */
export function tokeniseQuery(text: string, limit: number): WordGroup[] {
  const groups: WordGroup[] = [];
  const words = splitWords(text);
  let left = limit;
  for (let i = 0; i < words.length && left > 0; i++) {
    const parts = (words[i] ?? []).slice(0, left);
    left -= parts.length;
    const next = words[i + 1];
    if (parts.length > 1) groups.push([[joinParts(parts)], parts]);
    else if (isLetter(parts[0]) && next?.length === 1 && !isNumber(words[i - 1]?.[0])) {
      groups.push([[joinParts([...parts, ...next])], [...parts, ...next]]);
      i++;
    } else groups.push(alternativesOf(parts[0] ?? ''));
  }
  return groups;
}

/** Replaces tags and entities of HTML by spaces. */
export const stripTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');

/** Removes the plural ending of a word; approximate, for comparing names. */
export const singularise = (word: string): string =>
  word
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
