/**
 * How text becomes words, for indexing and for asking alike: apostrophes vanish ("Men's" is "mens"), what a hyphen joins is also one
 * word ("sun-glasses" is "sunglasses"), and a letter before a word belongs to it ("T-Shirts", "t shirts" and "tshirts" are one).
 */

/** Ways to say one thing: each way is a list of words that must all be there. */
export type WordGroup = readonly (readonly string[])[];

const apostrophes = /['’‘`´]/g;
const hyphenated = /[\p{L}\p{M}\p{N}]+(?:[-‐‑][\p{L}\p{M}\p{N}]+)*/gu;

/** The longest word worth keeping, in characters. */
const MAX_WORD = 40;

const isLetter = (word: string | undefined): boolean => word !== undefined && /^\p{L}$/u.test(word);

/** The runs of letters and digits in a text, each with the parts that hyphens join. */
const runs = (text: string): string[][] =>
  (text.normalize('NFKC').toLowerCase().replace(apostrophes, '').match(hyphenated) ?? []).map((run) =>
    run.split(/[-‐‑]/).map((part) => part.slice(0, MAX_WORD)),
  );

const joined = (parts: readonly string[]): string => parts.join('').slice(0, MAX_WORD);

/** A text as the index keeps it. A T-shirt is no shirt: "T-Shirts" is kept as "tshirts" alone. */
export function tokeniseForIndex(text: string): string {
  const all = runs(text);
  return all
    .flatMap((parts, i) => {
      const before = all[i - 1];
      const withLetter = before?.length === 1 && isLetter(before[0]) && parts.length === 1 ? [joined([...before, ...parts])] : [];
      if (parts.length === 1) return [...withLetter, ...parts];
      return parts.length === 2 && isLetter(parts[0]) ? [joined(parts)] : [...parts, joined(parts)];
    })
    .join(' ');
}

/** A search text as groups that should all be found, at most `limit` of them. */
export function tokeniseQuery(text: string, limit: number): WordGroup[] {
  const groups: WordGroup[] = [];
  const all = runs(text);
  for (let i = 0; i < all.length && groups.length < limit; i++) {
    const parts = all[i] ?? [];
    const next = all[i + 1];
    if (parts.length > 1) groups.push([[joined(parts)], parts]);
    else if (isLetter(parts[0]) && next?.length === 1) {
      groups.push([[joined([...parts, ...next])], [...parts, ...next]]);
      i++;
    } else groups.push([parts]);
  }
  return groups;
}

/** HTML as the words it shows. */
export const stripTags = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');

/** One word without its plural ending, near enough to tell whether two names mean the same. */
export const singularise = (word: string): string =>
  word
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
