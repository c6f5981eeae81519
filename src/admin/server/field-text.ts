import { type DigitsKind, normaliseDigits } from '#lib/rules/typed-digits.ts';

/** The text of a form's field; '' for one that is missing or a file. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** A phone number, pincode or other number of a form without separators and prefix, as the shop's own forms take it. */
export const fieldDigits = (form: FormData, name: string, kind: DigitsKind): string =>
  normaliseDigits(fieldText(form, name).trim(), kind);
