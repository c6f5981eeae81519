import { indianTime } from '#lib/rules/dates.ts';
import { DAY_MS } from '#lib/rules/durations.ts';

/** When the shop hands parcels to the courier, in Indian time. */
export interface DispatchTimes {
  /** Orders from this hour on are dispatched on the next working day; null for none. */
  cutOffHour: number | null;
  /** 0 is Sunday. */
  closedWeekdays: readonly number[];
  /** Such as "2026-12-25". */
  closedDates: readonly string[];
}

export const alwaysOpen: DispatchTimes = { cutOffHour: null, closedWeekdays: [], closedDates: [] };

/** The most days that are searched for a working day; a shop that is closed for longer has no estimate. */
const MAX_CLOSED_DAYS = 366;

const dateAndHour = new Intl.DateTimeFormat('en-CA', {
  ...indianTime,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The date and hour in India. */
function readIndianClock(now: Date): { date: string; hour: number } {
  const parts = Object.fromEntries(dateAndHour.formatToParts(now).map(({ type, value }) => [type, value]));
  return { date: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) };
}

const nextDate = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

const isClosed = (date: string, { closedWeekdays, closedDates }: DispatchTimes): boolean =>
  closedWeekdays.includes(new Date(date).getUTCDay()) || closedDates.includes(date);

/** The first working day from a date on; undefined when there is none within a year. */
function findWorkingDay(date: string, times: DispatchTimes): string | undefined {
  let day = date;
  for (let skipped = 0; skipped <= MAX_CLOSED_DAYS; skipped++) {
    if (!isClosed(day, times)) return day;
    day = nextDate(day);
  }
  return undefined;
}

/**
 * The date, such as "2026-12-03", by which an order of now arrives when it takes `days` working days from its dispatch. Dispatch and days
 * skip closed days. Undefined when the shop is closed for a year.
 */
export function estimateDelivery(days: number, times: DispatchTimes, now: Date): string | undefined {
  const { date, hour } = readIndianClock(now);
  const isLate = times.cutOffHour !== null && hour >= times.cutOffHour && !isClosed(date, times);
  let day = findWorkingDay(isLate ? nextDate(date) : date, times);
  for (let left = days; left > 0 && day !== undefined; left--) day = findWorkingDay(nextDate(day), times);
  return day;
}
