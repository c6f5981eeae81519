import { refuseField } from '#api/services/refusal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';

/** Indian time is this far ahead of UTC, and has no summer time. */
const INDIAN_OFFSET_MS = 330 * MINUTE_MS;

/** When the day in India began to which a time belongs; both in milliseconds since 1970. */
export const startOfIndianDay = (time: number): number =>
  Math.floor((time + INDIAN_OFFSET_MS) / DAY_MS) * DAY_MS - INDIAN_OFFSET_MS;

/** The date in India of a time in milliseconds since 1970, such as "2026-11-30". */
export const toIndianDate = (time: number): string => new Date(time + INDIAN_OFFSET_MS).toISOString().slice(0, 10);

/** The time in UTC (ISO 8601) of a time on a day in India, such as "2026-11-30". Throws a `Refusal` (422) for a day that no calendar has. */
export function toTimeOfDay(field: string, day: string, time: '00:00:00' | '23:59:59.999'): string {
  const date = new Date(`${day}T${time}+05:30`);
  const isDay = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!isDay) throw refuseField(field, 'This is no day of the calendar.');
  return date.toISOString();
}
