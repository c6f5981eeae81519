import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { foldText } from './fold-text.ts';

/** Longer words are truncated, and further words left out. */
const [MAX_WORD, MAX_WORDS] = [40, 12];

/** Digits at the end of a phone number by which it is found too. */
const PHONE_END = 4;

interface Recipient {
  firstname: string;
  lastname: string;
  phone_number: string;
  alt_phone_number?: string | undefined;
}

/** The words of a name as they are compared: in any case and spelling of the scripts of India. */
export const toNameWords = (name: string): string[] =>
  (foldText(name).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).map((word) => word.slice(0, MAX_WORD));

/** The words by which an order is found: of the recipient's name, the phone numbers, and how these end. */
export function toOrderWords({ firstname, lastname, phone_number, alt_phone_number = '' }: Recipient): string[] {
  const phones = [phone_number, alt_phone_number].map((phone) => toAsciiDigits(phone).replace(/\D/g, '')).filter(Boolean);
  const names = toNameWords(`${firstname} ${lastname}`).slice(0, MAX_WORDS);
  return [...new Set([...names, ...phones, ...phones.map((phone) => phone.slice(-PHONE_END))])];
}
