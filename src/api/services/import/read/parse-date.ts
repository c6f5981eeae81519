import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { HOUR_MS } from '#lib/rules/durations.ts';

const MIN_YEAR = 2000;
const MAX_YEAR = 2100;

/** Indian time has no daylight saving. */
const INDIAN_ZONE = '+05:30';
const INDIAN_OFFSET_MS = 5.5 * HOUR_MS;

const months = 'january february march april may june july august september october november december'.split(' ');

const time = String.raw`(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?)?`;
const zone = String.raw`(?:\s*(?<zone>Z|UTC|GMT|IST|[+-]\d{2}:?\d{2}))?`;
const monthName = String.raw`(?<month>\p{L}{3,9})\.?`;

/** The year first, or the month by its name: no other form has one meaning only. */
const patterns = [
  String.raw`(?<year>\d{4})(?<separator>[-/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})`,
  String.raw`(?:\p{L}{3,9},?\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,/-]+${monthName}[\s,/-]+(?<year>\d{4})`,
  String.raw`(?:\p{L}{3,9},\s+)?${monthName}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${time}${zone}$`, 'iu'));

/** The month's number from 1; NaN for other words. */
function monthNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const lower = text.toLowerCase();
  const found = months.findIndex(
    (name) => name === lower || name.slice(0, 3) === lower || (lower === 'sept' && name.startsWith(lower)),
  );
  return found < 0 ? Number.NaN : found + 1;
}

function toOffset(text: string | undefined): string {
  if (text === undefined || text.toUpperCase() === 'IST') return INDIAN_ZONE;
  const offset = /^([+-]\d{2}):?(\d{2})$/.exec(text);
  return offset ? `${offset[1]}:${offset[2]}` : 'Z';
}

const pad = (text: string): string => text.padStart(2, '0');

/** The time of a date without one: the start of the day, or its last second for the end of a time span. */
const defaultTimes = { start: ['0', '00', '00'], end: ['23', '59', '59'] } as const;

/**
 * Parses a date cell as ISO 8601 in UTC: "2026-11-28", "2026-11-28 10:30:00 +0530", "28 Nov 2026" and "November 28, 2026", in Indian time
 * unless the cell has a zone. Returns the end of an error sentence for all else, such as 05/12/2026, which may be May or December.
 */
export function parseDate(cell: string, dayAs: keyof typeof defaultTimes = 'start'): string | { error: string } {
  const text = toAsciiDigits(cell).trim().replace(/\s+/g, ' ');
  const parts = patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  if (!parts) return { error: `must be a date such as 2026-11-28 or 28 Nov 2026, but is "${cell}"` };
  const [defaultHour, defaultMinute, defaultSecond] = defaultTimes[parts['hour'] === undefined ? dayAs : 'start'];
  const { year = '', day = '', hour = defaultHour, minute = defaultMinute, second = defaultSecond, fraction = '' } = parts;
  const month = monthNumber(parts['month'] ?? '');
  const local = `${year}-${pad(String(month))}-${pad(day)}`;
  const isDay = new Date(`${local}T00:00:00Z`).getUTCDate() === Number(day);
  const instant = new Date(
    `${local}T${pad(hour)}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${toOffset(parts['zone'])}`,
  );
  if (!isDay || Number.isNaN(instant.getTime())) return { error: `must be a day of the calendar, but is "${cell}"` };
  const indianYear = new Date(instant.getTime() + INDIAN_OFFSET_MS).getUTCFullYear();
  if (indianYear < MIN_YEAR || indianYear > MAX_YEAR)
    return { error: `must be a date between the years ${MIN_YEAR} and ${MAX_YEAR}, but is "${cell}"` };
  return instant.toISOString();
}
