import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';

/** The highest price in paise; more is probably a typing error. */
const MAX_PRICE = 999_999_999;

/** Words and signs around an amount that do not change it. */
const before = /^(?:(?:m\.?r\.?p\.?|price)\s*:?\s*)?(?:₹|rs\.?|rupees|inr|रु\.?|रू\.?)?\s*/iu;
const after = /\s*(?:\/-|₹|rs\.?|rupees|inr|रुपये|रु\.?)?\s*(?:only)?\s*$/iu;

/** Whole digits, in groups of three or, as in India, of two and a last one of three. */
export const GROUPED_DIGITS = String.raw`(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})`;

const amount = new RegExp(String.raw`^${GROUPED_DIGITS}(?:\.\d*)?$`);

/**
 * Parses a price cell as paise: "1499", "1,499.00", "₹1,499 only", "Rs. 1,499/-", "1499 INR", "MRP 1499" and "१४९९" are all 149900. Returns
 * the end of an error sentence when it is not a price, or may be one of two: "12,34" is refused.
 */
export function parsePrice(cell: string): number | { error: string } {
  // Runs of spaces would take the pattern "after" a time that grows with the fourth power of their length.
  const digits = toAsciiDigits(cell).replace(/\s+/g, ' ').trim().replace(before, '').replace(after, '');
  if (/^-\s*\d/.test(digits)) return { error: `must not be below zero, but is "${cell}"` };
  if (/^[\d.]+,\d{1,2}$/.test(digits)) return { error: `must have its decimals after a point, as in 1499.00, but is "${cell}"` };
  if (!amount.test(digits)) return { error: `must be an amount such as 1499.00, but is "${cell}"` };
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  const cents = fraction.replace(/(?<!0)0+$/, '');
  if (cents.length > 2) return { error: `has more than two decimals: "${cell}"` };
  const tooHigh = { error: `is higher than ${formatPaise(MAX_PRICE)}: "${cell}"` };
  if (whole.replace(/^0+/, '').length > 7) return tooHigh;
  const paise = toPaise(`${whole}.${cents}`);
  return paise > MAX_PRICE ? tooHigh : paise;
}
