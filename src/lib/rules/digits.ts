/** Kind of a digits field: an Indian mobile number, or a pincode or one-time code. */
export type DigitsKind = 'phone' | 'code';

/** Maximum length of the input before it is normalised: "+91 (98765) 43210" with room for more separators. */
export const MAX_DIGITS_TEXT = 20;

/** A mobile number with the national or international prefix of India. */
const prefixedPhone = /^(?:(?:\+|00)?91|0)([1-9]\d{9})$/;

/**
 * Normalises typed or pasted digits: removes separators and, for a complete mobile number, the prefix ("+91 98765 43210", "098765
 * 43210"). Returns text with other characters unchanged, so that validation refuses it.
 */
export function normaliseDigits(text: string, kind: DigitsKind): string {
  if (!/^[\d\s+().-]*$/.test(text)) return text;
  const compact = text.replace(/[\s().-]/g, '');
  return kind === 'phone' ? compact.replace(prefixedPhone, '$1') : compact;
}
