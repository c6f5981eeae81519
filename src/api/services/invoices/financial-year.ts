/** Indian time (rules/dates.ts) is always this far ahead of UTC: India has no daylight saving time. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** January is 0. */
const APRIL = 3;

/** The Indian financial year of a time, which begins on 1 April at midnight in India: "2027-03-31T18:30:00Z" → "27-28". */
export function financialYearOf(timestamp: string): string {
  const india = new Date(Date.parse(timestamp) + INDIA_OFFSET_MS);
  const begin = india.getUTCFullYear() - (india.getUTCMonth() < APRIL ? 1 : 0);
  const twoDigits = (year: number) => String(year % 100).padStart(2, '0');
  return `${twoDigits(begin)}-${twoDigits(begin + 1)}`;
}
