import { findStateByName } from '#api/services/invoices/gst-state-codes.ts';
import { normaliseGstin } from '#api/services/invoices/gstin.ts';
import { email } from '#lib/contract/fields.ts';
import { legal, type StoreSettings } from '#lib/contract/store.ts';
import { removeInvisible, toAsciiDigits } from '#lib/contract/text/typed-text.ts';

export type Legal = NonNullable<StoreSettings['legal']>;

export type LegalKey = Exclude<keyof Legal, 'gst_registered'>;

export const legalKeys = Object.keys(legal.shape).filter((key): key is LegalKey => key !== 'gst_registered');

/** What an owner without GSTIN answers. */
export const NO_GSTIN = 'none';

const MAX_LENGTH = 300;

/** What a detail must be, and how its text is read; undefined when it cannot be used. */
interface Rule {
  mustBe: string;
  read: (text: string) => string | undefined;
}

/** A mobile or landline number with or without +91 or 0, or a toll-free one; spaces, dots, brackets and hyphens are ignored. */
function readPhone(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s().-]/g, '');
  return /^(?:(?:\+?91|0)?[1-9]\d{9}|1(?:800|860)\d{6,7})$/.test(digits) ? toAsciiDigits(text) : undefined;
}

const words: Rule = {
  mustBe: `a text with letters, at most ${MAX_LENGTH} characters`,
  read: (text) => (/\p{L}/u.test(text) && text.length <= MAX_LENGTH ? text : undefined),
};
const mail: Rule = {
  mustBe: 'an email address such as care@shop.example',
  read: (text) => email.safeParse(text).data,
};
const phone: Rule = { mustBe: 'a phone number such as 98765 43210 or 022 2345 6789', read: readPhone };

const rules: Record<LegalKey, Rule> = {
  legal_name: words,
  address: words,
  state: { mustBe: 'a State or union territory of India, such as Karnataka', read: (text) => findStateByName(text)?.name },
  support_email: mail,
  support_phone: phone,
  grievance_officer_name: words,
  grievance_officer_designation: words,
  grievance_officer_email: mail,
  grievance_officer_phone: phone,
  gstin: {
    mustBe: `a GSTIN of 15 characters with its check digit, such as 29ABCDE1234F1ZW, or "${NO_GSTIN}" for a business without one`,
    read: normaliseGstin,
  },
};

/** Why a detail cannot be used, as the rest of a sentence that begins with its name; undefined if it can. */
export const findLegalProblem = (key: LegalKey, text: string): string | undefined =>
  rules[key].read(removeInvisible(text).trim()) === undefined ? `must be ${rules[key].mustBe}, but is "${text}"` : undefined;

/** The value of a detail as it is stored; undefined when the text cannot be used. */
export const parseLegalDetail = (key: LegalKey, text: string): string | undefined => rules[key].read(text);
