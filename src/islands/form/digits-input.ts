import { digitSeparators } from '#lib/rules/typed-digits.ts';

/** Maximum length of the input before it is normalised: "+91 (98765) 43210" with room for more separators. */
export const MAX_DIGITS_TEXT = 24;

/** Where the caret belongs after `text`, with the caret at `caret`, was normalised to `normalised`: after the same digit. */
export function normalisedCaret(text: string, caret: number, normalised: string): number {
  const digitsAfter = text.slice(caret).replace(digitSeparators, '').length;
  return Math.max(0, normalised.length - digitsAfter);
}
