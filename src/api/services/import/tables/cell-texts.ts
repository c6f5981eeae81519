/** What the number of a cell is shown as. */
export type NumberFormat = 'number' | 'percent' | 'date' | 'time' | 'date and time' | { digits: number };

/** The digits that spreadsheet programs keep of a number. */
const DIGITS = 15;
const DAY_SECONDS = 86_400;
/** Days from 1899-12-30, and from 1904-01-01, to 1970-01-01. */
const UNIX_EPOCH = { 1900: 25_569, 1904: 24_107 } as const;
/** The first day of the year 10000 in days from 1899-12-30. */
const LAST_DAY = 2_958_466;
/** 1900-02-29, which Excel counts although there was none: days before are one too few. */
const NO_LEAP_DAY = 60;

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: DIGITS });

/** A number as it is typed: 1299.5, 0.3 for 0.1 + 0.2, 8901234567890; never with an exponent. */
export function numberText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return text.includes('e') ? plain.format(value) : text;
}

/** 0.18 as "18%". */
export const percentText = (value: number): string => `${numberText(value * 100)}%`;

/** A date such as 2026-11-28T00:00:00.000, without a time that is midnight. */
export const isoText = (date: string): string =>
  date
    .replace('T', ' ')
    .replace(/[Z]$|\.\d+Z?$/, '')
    .replace(/ 00:00(?::00)?$/, '');

/** The text of a date that is stored as days since 1899-12-30 or, in workbooks of old Macs, since 1904-01-01. */
function dateText(days: number, format: 'date' | 'time' | 'date and time', system: keyof typeof UNIX_EPOCH): string {
  const shifted = system === 1900 && days < NO_LEAP_DAY ? days + 1 : days;
  const iso = new Date(Math.round((shifted - UNIX_EPOCH[system]) * DAY_SECONDS) * 1000).toISOString();
  const time = iso.slice(11, 19).replace(/:00$/, '');
  if (format === 'time') return time;
  return format === 'date' || time === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** The text that the owner sees of a stored number. Texts that are no number stay. */
export function formatStored(stored: string, format: NumberFormat, system: keyof typeof UNIX_EPOCH): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (typeof format === 'object') return value >= 0 ? numberText(value).padStart(format.digits, '0') : numberText(value);
  if (format === 'number') return numberText(value);
  if (format === 'percent') return percentText(value);
  return value >= 0 && value < LAST_DAY ? dateText(value, format, system) : numberText(value);
}

/** Formats that workbooks refer to by their number (ECMA-376 part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
  if (id === 22) return 'date and time';
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number';
}

/** What a format code such as `dd/mm/yyyy` or `0.0%` shows. */
export function parseFormatCode(code: string): NumberFormat {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';');
  const hasTime = /[hs]/i.test(first);
  const hasDate = /[yd]/i.test(first) || (/m/i.test(first) && !hasTime);
  if (/general|standard/i.test(first)) return 'number';
  if (hasDate) return hasTime ? 'date and time' : 'date';
  if (hasTime) return 'time';
  if (first.includes('%')) return 'percent';
  return /^0{2,}$/.test(first) ? { digits: first.length } : 'number';
}
