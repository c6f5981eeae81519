import { toRupees } from '#lib/rules/money.ts';

/** An object of a reply. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, else undefined. */
export const readFields = (value: unknown): Fields | undefined => (isFields(value) ? value : undefined);

/** The objects of a list, or the one object; other rows are left out. */
export const readRows = (value: unknown): Fields[] => (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isFields);

/** The value as text; undefined for what is neither text nor a number, and for blank text. */
export function readTextual(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** A number sent as number or text, such as "1,999.00" or "₹499"; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const digits = value.trim().replace(/^(?:₹|rs\.?|inr)\s*/i, '');
  if (!/^-?\d[\d,]*(?:\.\d+)?$/.test(digits)) return undefined;
  return Number(digits.replaceAll(',', ''));
}

/** A whole number. */
export function readWhole(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** The first of these values that is an id: a positive whole number. */
export function readId(...values: unknown[]): number | undefined {
  return values.map(readWhole).find((id) => id !== undefined && id > 0);
}

const booleans: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A boolean, also sent as 0 or 1, or as text; undefined for anything else. */
export const readBoolean = (value: unknown): boolean | undefined =>
  Array.isArray(value) ? undefined : booleans[String(value).toLowerCase()];

/** An amount in rupees with two decimals, as on the wire; undefined if it is negative or no number. */
export function readRupees(value: unknown): string | undefined {
  const rupees = readNumber(value);
  if (rupees === undefined || rupees < 0 || rupees > 1e12) return undefined;
  return toRupees(Math.round(rupees * 100));
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** A date or time as a timestamp of the wire; one without a zone is in Indian time. */
export function readTimestamp(value: unknown): string | undefined {
  const [, day, time, fraction = '', zone = '+05:30'] = (typeof value === 'string' && DAY.exec(value.trim())) || [];
  if (!day) return undefined;
  const read = new Date(`${day}T${time ?? '00:00'}${time?.length === 8 ? fraction : ''}${zone}`);
  return Number.isNaN(read.getTime()) ? undefined : read.toISOString();
}

/** Removes the fields that are not given, so that a default applies. */
export const given = <F extends Fields>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as F;

/** What was sent with the call of a reply. */
export interface ReplyContext {
  body?: Fields;
  /** The page of a list that was asked for. */
  page?: number;
}
