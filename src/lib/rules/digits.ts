/** What a field of digits holds: an Indian mobile number, or a pincode or code. */
export type DigitsKind = 'phone' | 'code';

/** Longest text that a field takes before it is normalised: "+91 (98765) 43210" with room for more separators. */
export const MAX_DIGITS_TEXT = 20;

/** A mobile number behind the ways to write India's prefix. */
const prefixedPhone = /^(?:(?:\+|00)?91|0)([1-9]\d{9})$/;

/**
 * Normalises what was typed or pasted into a field of digits: separators go, and so does the prefix of a whole mobile number
 * ("+91 98765 43210", "098765 43210"). Text with anything else in it is returned unchanged, for the field's message to refuse.
 */
export function normaliseDigits(text: string, kind: DigitsKind): string {
  if (!/^[\d\s+().-]*$/.test(text)) return text;
  const compact = text.replace(/[\s().-]/g, '');
  return kind === 'phone' ? compact.replace(prefixedPhone, '$1') : compact;
}
