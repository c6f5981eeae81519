import { LANGUAGE } from '#lib/contract/text/language.ts';
import { t } from '#lib/contract/text/t.ts';

const NO_BREAK_SPACE = '\u00a0';

/** Dates are shown in Indian time, whatever the time zone of the device or server. */
export const indianTime = { timeZone: 'Asia/Kolkata' } as const;
const dayFormat = new Intl.DateTimeFormat('en-IN', { ...indianTime, day: 'numeric', month: 'short', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-IN', { ...indianTime, hour: 'numeric', minute: '2-digit', hour12: true });

const yearFormat = new Intl.DateTimeFormat('en-IN', { ...indianTime, year: 'numeric' });

/** The year in India, which begins five and a half hours before that of UTC. */
export const indianYear = (now: Date): string => yearFormat.format(now);

/** Months and weekdays in the shop's language. */
const names =
  LANGUAGE === 'en-IN' ? undefined : new Intl.DateTimeFormat(LANGUAGE, { ...indianTime, weekday: 'short', month: 'short' });

const nameOf = (type: string, parts: readonly Intl.DateTimeFormatPart[]): string | undefined =>
  type === 'literal' ? undefined : parts.find((part) => part.type === type)?.value;

/** Formats a date; only its names are in the shop's language. */
function format(formatter: Intl.DateTimeFormat, date: Date): string {
  if (!names) return formatter.format(date);
  const named = names.formatToParts(date);
  return formatter
    .formatToParts(date)
    .map(({ type, value }) => nameOf(type, named) ?? value)
    .join('');
}

/** Formats a date: "2026-11-20T20:00:00Z" → "21 Nov 2026". */
export const formatDay = (timestamp: string): string => format(dayFormat, new Date(timestamp));

/** Formats a date and time: "2026-11-20T20:00:00Z" → "21 Nov 2026, 1:30 am", with a line break allowed only between the two. */
export const formatDateTime = (timestamp: string): string =>
  `${formatDay(timestamp).replaceAll(' ', NO_BREAK_SPACE)}, ${timeFormat.format(new Date(timestamp)).toLowerCase().replace(/\s/, NO_BREAK_SPACE)}`;

const saleEndFormat = new Intl.DateTimeFormat('en-IN', { ...indianTime, day: 'numeric', month: 'long' });

/** Formats the last day of a sale that ends at a moment: "2026-12-03T18:30:00Z", which is midnight in India → "3 December". */
export const formatSaleEnd = (timestamp: string): string => format(saleEndFormat, new Date(Date.parse(timestamp) - 1));

const deliveryFormat = new Intl.DateTimeFormat('en-IN', { ...indianTime, weekday: 'short', day: 'numeric', month: 'short' });

/** Formats the day by which an order arrives: "2026-12-03" → "by Thu, 3 Dec". */
export const formatDeliveryDate = (date: string): string => t('by {date}', { date: format(deliveryFormat, new Date(date)) });
