import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDeliveryDate } from '#lib/rules/dates.ts';
import { alwaysOpen, estimateDelivery } from '#lib/rules/shipping/delivery-date.ts';

const at = (indian: string) => new Date(`${indian}+05:30`);

test('days count from today before the cut-off hour in India, and from the next day after it', () => {
  const times = { ...alwaysOpen, cutOffHour: 14 };
  expect(estimateDelivery(3, times, at('2026-11-30T13:59:59'))).toBe('2026-12-03');
  expect(estimateDelivery(3, times, at('2026-11-30T14:00:00'))).toBe('2026-12-04');
  // Half past midnight in India is the day before in UTC.
  expect(estimateDelivery(0, alwaysOpen, at('2026-12-01T00:30:00'))).toBe('2026-12-01');
});

test('closed weekdays and dates are skipped, and an order of a closed day is not late', () => {
  const times = { cutOffHour: 14, closedWeekdays: [0], closedDates: ['2026-12-01'] };
  // Sunday evening: dispatched on Monday; Tuesday is closed.
  expect(estimateDelivery(1, times, at('2026-11-29T20:00:00'))).toBe('2026-12-02');
  expect(estimateDelivery(0, times, at('2026-11-30T15:00:00'))).toBe('2026-12-02');
});

test('a shop that is never open has no estimate', () => {
  expect(estimateDelivery(1, { ...alwaysOpen, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }, new Date())).toBeUndefined();
});

test('an estimate is an open day with as many open days from its dispatch as the zone says', () => {
  const date = fc.date({ min: at('2026-01-01T00:00:00'), max: at('2027-12-31T00:00:00'), noInvalidDate: true });
  const closedDate = date.map((day) => day.toISOString().slice(0, 10));
  const table = fc.record({
    cutOffHour: fc.option(fc.integer({ min: 1, max: 23 })),
    closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }),
    closedDates: fc.array(closedDate, { maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), table, date, (days, times, now) => {
      const indian = new Date(now.getTime() + 5.5 * 3_600_000);
      const isOpen = (day: Date) =>
        !times.closedWeekdays.includes(day.getUTCDay()) && !times.closedDates.includes(day.toISOString().slice(0, 10));
      const day = new Date(indian.toISOString().slice(0, 10));
      const isToday = isOpen(day) && (times.cutOffHour === null || indian.getUTCHours() < times.cutOffHour);
      let left = isToday ? days : days + 1;
      while (left > 0) {
        day.setUTCDate(day.getUTCDate() + 1);
        if (isOpen(day)) left--;
      }
      expect(estimateDelivery(days, times, now)).toBe(day.toISOString().slice(0, 10));
    }),
  );
});

test('an estimate reads as a weekday and a date', () => {
  expect(formatDeliveryDate('2026-12-03')).toBe('by Thu, 3 Dec');
});
