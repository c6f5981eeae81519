import { toPaise } from '#lib/rules/money.ts';

/** The dearest thing the shop sells, in paise: ₹99,99,999.99. A higher price is a slip of the keyboard. */
const HIGHEST = 999_999_999;

/**
 * Reads a price cell as paise: "1499", "1499.00", "1,499.00", "₹1,499" and "Rs. 1,499/-" are all 149900. Returns what is wrong with
 * it as a sentence's end when it is no price.
 */
export function parsePrice(cell: string): number | { wrong: string } {
  const bare = cell.replace(/^(?:₹|rs\.?|inr)\s*/i, '').replace(/\/-$/, '');
  if (/^-\s*\d/.test(bare)) return { wrong: `must not be below zero, but is "${cell}"` };
  if (!/^(?:\d+|\d{1,3}(?:,\d{2,3})+)(?:\.\d*)?$/.test(bare))
    return { wrong: `must be an amount such as 1499.00, but is "${cell}"` };
  const [whole = '', fraction = ''] = bare.replaceAll(',', '').split('.');
  const cents = fraction.replace(/0+$/, '');
  if (cents.length > 2) return { wrong: `has more than two decimals: "${cell}"` };
  if (whole.replace(/^0+/, '').length > 7) return { wrong: `is higher than ₹99,99,999.99: "${cell}"` };
  const paise = toPaise(`${whole}.${cents}`);
  return paise > HIGHEST ? { wrong: `is higher than ₹99,99,999.99: "${cell}"` } : paise;
}
