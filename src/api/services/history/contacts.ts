import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { toSingleLine } from '#api/services/import/read/text-repair.ts';
import { findState, findStateByLetters } from '#api/services/invoices/gst-state-codes.ts';
import { MAX_ADDRESS_LINE } from '#lib/contract/field-lengths.ts';
import { email } from '#lib/contract/fields.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/** Maximum length of a name, status or number in a file of customers or orders, in characters. */
export const MAX_HISTORY_TEXT = 200;

/** An address of the former shop; any field may be empty. */
export interface FormerAddress {
  address: string;
  city: string;
  state: string;
  pincode: string;
}

/** What is wrong with a cell: the end of a sentence that begins with its column. */
export class CellProblem extends Error {
  readonly key: string;

  constructor(key: string, problem: string) {
    super(problem);
    this.key = key;
  }
}

/** A cell as one line without invisible characters. Throws `CellProblem` when it is too long. */
export function readCell(key: string, cell: string, limit = MAX_HISTORY_TEXT): string {
  const text = toSingleLine(cell);
  if (text.length > limit) throw new CellProblem(key, `is longer than ${limit} characters`);
  return text;
}

/** The mailbox of an email address; null for an empty cell. Throws `CellProblem` when it is none. */
export function readMailbox(key: string, cell: string): string | null {
  const text = toSingleLine(cell);
  if (text === '') return null;
  const parsed = email.safeParse(text);
  if (!parsed.success) throw new CellProblem(key, `must be an email address, but is "${text.slice(0, MAX_HISTORY_TEXT)}"`);
  return toMailbox(parsed.data);
}

const mobile = /^(?:(?:\+|00|0)?91|0)?([6-9]\d{9})$/;
const abroad = /^\+?91/;

/**
 * The ten digits of an Indian mobile number, however it is written: "+91 98765 43210", "09876543210", "98765-43210". Null for all else: no
 * code could be sent to it. In an address abroad only a number with India's code is one.
 */
export function readMobile(cell: string, country = ''): string | null {
  const digits = toAsciiDigits(cell).replaceAll(/[\s().\-–'’]/g, '');
  const isAbroad = country.trim() !== '' && !/^(?:in|ind|india|भारत)$/i.test(country.trim());
  if (isAbroad && !abroad.test(digits)) return null;
  return mobile.exec(digits)?.[1] ?? null;
}

/** An address, with its State's official name where it is known; null without a line. */
export function readFormerAddress(
  key: string,
  { lines, city, state, zip }: { lines: readonly string[]; city: string; state: string; zip: string },
): FormerAddress | null {
  const address = readCell(key, lines.filter(Boolean).join(', '), MAX_ADDRESS_LINE);
  if (address === '') return null;
  const pincode = toAsciiDigits(zip).replaceAll(/\D/g, '').slice(0, 6);
  const stated = readCell(key, state);
  return {
    address,
    city: readCell(key, city),
    state: (findStateByLetters(stated) ?? findState(stated, pincode))?.name ?? stated,
    pincode,
  };
}

/** Whether a cell says yes, in the words of exports. */
export const isYes = (cell: string): boolean => /^(?:yes|y|true|1|subscribed)$/i.test(cell);
