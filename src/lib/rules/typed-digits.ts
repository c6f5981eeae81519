import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/** Kind of a digits field: an Indian mobile number, or a pincode or one-time code. */
export type DigitsKind = 'phone' | 'code';

/** Characters that separate digits. Copied contacts contain invisible marks of the text direction (category Cf). */
export const digitSeparators = /[\s().\p{Pd}\p{Cf}\p{DI}]/gu;

/** A mobile number with the national or international prefix of India, or both. */
const prefixedPhone = /^(?:(?:\+|00)?91)?0?([1-9]\d{9})$/;

/**
 * Normalises typed or pasted digits: removes separators and, for a complete mobile number, the prefix ("+91 98765 43210", "098765
 * 43210"), and digits of other scripts become 0 to 9. Returns text with other characters unchanged, so that validation refuses it.
 */
export function normaliseDigits(text: string, kind: DigitsKind): string {
  const compact = toAsciiDigits(text.replace(digitSeparators, ''));
  if (!/^\+?\d*$/.test(compact)) return text;
  return kind === 'phone' ? compact.replace(prefixedPhone, '$1') : compact;
}
