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
