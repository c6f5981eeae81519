import { t } from '#lib/contract/text/t.ts';

/** The name in files of the choice of a product without one. */
export const DEFAULT_OPTION_NAME = 'Size';

/** Joins the names and the values of several options: "Size / Colour", "M / Navy". */
export const OPTION_SEPARATOR = ' / ';

/** What a product's variants differ in, such as "Size" or "Colour". */
export const optionHeading = (name: string | null | undefined): string => name || t('Size');

/** The same inside a sentence: "size", "colour, size and material". Abbreviations such as "RAM" keep their capitals. */
function inSentence(name: string | undefined): string {
  const words = optionHeading(name)
    .split(OPTION_SEPARATOR)
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
  const second = words.pop() as string;
  return words.length > 0 ? t('{first} and {second}', { first: words.join(', '), second }) : second;
}

/** "Size: M" or "Size: M · Colour: Navy", for a line of a cart or order. */
export function labelVariant(name: string | null | undefined, variantName: string): string {
  const names = name?.split(OPTION_SEPARATOR) ?? [];
  const values = variantName.split(OPTION_SEPARATOR);
  if (names.length < 2 || names.length !== values.length) return `${optionHeading(name)}: ${variantName}`;
  return names.map((option, i) => `${option}: ${values[i]}`).join(' · ');
}

const takesAn = (option: string): boolean => /^[aeio]/i.test(option);

/** The next step of a product with a choice: "Choose a size". */
export function chooseOption(name: string | undefined): string {
  const option = inSentence(name);
  return takesAn(option) ? t('Choose an {option}', { option }) : t('Choose a {option}', { option });
}

/** The error of a product bought without a choice: "Please choose a size first". */
export function chooseFirst(name: string | undefined): string {
  const option = inSentence(name);
  return takesAn(option) ? t('Please choose an {option} first', { option }) : t('Please choose a {option} first', { option });
}

/** "size 28" or "colour Navy", inside a sentence. */
export const namedOption = (name: string | undefined, variantName: string): string => `${inSentence(name)} ${variantName}`;

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];
const sizeAliases: Record<string, string> = { XXL: '2XL', XXXL: '3XL', XXXXL: '4XL' };

/** Offset of numeric sizes in the rank, above every letter size. */
const NUMERIC_OFFSET = 1000;
const WORD_RANK = 1_000_000;

/** Rank of a size: letters from small to large, then numbers (with or without UK, US, EU or IND), then words. */
function sizeRank(size: string): number {
  const upper = size.trim().toUpperCase();
  const letter = letterSizes.indexOf(sizeAliases[upper] ?? upper);
  if (letter >= 0) return letter;
  const number = Number.parseFloat(upper.replace(/^(UK|US|EU|IND)\s*/, ''));
  return Number.isNaN(number) ? WORD_RANK : NUMERIC_OFFSET + number;
}

/** Returns sizes in display order: letter sizes, numeric sizes, then words in alphabetical order. */
export const sortSizes = (sizes: readonly string[]): string[] =>
  [...sizes].sort((a, b) => sizeRank(a) - sizeRank(b) || a.localeCompare(b, 'en', { numeric: true }));

/** Names of the only size of a product that has no sizes to choose from. */
const onlySize = /^(?:(?:free|one|single|universal)[\s-]*size(?:[\s-]+fits[\s-]+(?:all|most))?|f\/?s|o\/?s|default(?: title)?)$/i;

/** The size to show beside a product; undefined when there is nothing to choose ("Free Size"). */
export const shownSize = (size: string | null | undefined): string | undefined =>
  size && !onlySize.test(size.trim()) ? size : undefined;
