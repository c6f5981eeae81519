import { formatPaise, toPaise } from '#lib/rules/money.ts';

/** The highest price in paise; more is probably a typing error. */
const MAX_PRICE = 999_999_999;

/**
 * Parses a price cell as paise: "1499", "1499.00", "1,499.00", "₹1,499" and "Rs. 1,499/-" are all 149900. Returns the end of an error
 * sentence when it is not a price.
 */
export function parsePrice(cell: string): number | { error: string } {
  const digits = cell.replace(/^(?:₹|rs\.?|inr)\s*/i, '').replace(/\/-$/, '');
  if (/^-\s*\d/.test(digits)) return { error: `must not be below zero, but is "${cell}"` };
  if (!/^(?:\d+|\d{1,3}(?:,\d{2,3})+)(?:\.\d*)?$/.test(digits))
    return { error: `must be an amount such as 1499.00, but is "${cell}"` };
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  const cents = fraction.replace(/0+$/, '');
  if (cents.length > 2) return { error: `has more than two decimals: "${cell}"` };
  const tooHigh = { error: `is higher than ${formatPaise(MAX_PRICE)}: "${cell}"` };
  if (whole.replace(/^0+/, '').length > 7) return tooHigh;
  const paise = toPaise(`${whole}.${cents}`);
  return paise > MAX_PRICE ? tooHigh : paise;
}
