import { refuseField } from '#api/services/refusal.ts';

/** The time in UTC (ISO 8601) of a time on a day in India, such as "2026-11-30". Throws a `Refusal` (422) for a day that no calendar has. */
export function toTimeOfDay(field: string, day: string, time: '00:00:00' | '23:59:59.999'): string {
  const date = new Date(`${day}T${time}+05:30`);
  const isDay = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!isDay) throw refuseField(field, 'This is no day of the calendar.');
  return date.toISOString();
}
