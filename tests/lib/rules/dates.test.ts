import { expect, test } from 'vitest';
import { formatDateTime, formatDay, formatSaleEnd, indianYear } from '#lib/rules/dates.ts';

test('a UTC time is shown in Indian time, five and a half hours ahead', () => {
  expect(formatDay('2026-11-20T18:29:59Z')).toBe('20 Nov 2026');
  expect(formatDay('2026-11-20T18:30:00Z')).toBe('21 Nov 2026');
  expect(formatDateTime('2026-11-20T20:00:00.123Z').replace(/\s/g, ' ')).toBe('21 Nov 2026, 1:30 am');
  expect(formatDateTime('2026-01-05T06:35:00Z').replace(/\s/g, ' ')).toBe('5 Jan 2026, 12:05 pm');
});

test('a year begins with India’s', () => {
  expect(indianYear(new Date('2026-12-31T18:29:59Z'))).toBe('2026');
  expect(indianYear(new Date('2026-12-31T18:30:00Z'))).toBe('2027');
});

test('a sale that ends at midnight in India has its last day the day before', () => {
  expect(formatSaleEnd('2026-12-03T18:30:00Z')).toBe('3 December');
  expect(formatSaleEnd('2026-12-03T18:29:59.000Z')).toBe('3 December');
  expect(formatSaleEnd('2026-12-03T18:30:01Z')).toBe('4 December');
});
