import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDate } from '#api/services/import/read/parse-date.ts';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

describe('a date has one meaning', () => {
  test.each([
    ['2026-11-28', '2026-11-27T18:30:00.000Z'],
    ['2026/11/28', '2026-11-27T18:30:00.000Z'],
    ['2026-1-5', '2026-01-04T18:30:00.000Z'],
    ['२०२६-११-२८', '2026-11-27T18:30:00.000Z'],
    ['2026-11-28T10:30', '2026-11-28T05:00:00.000Z'],
    ['2026-11-28 10:30:15', '2026-11-28T05:00:15.000Z'],
    ['2026-11-28T10:30:15.5Z', '2026-11-28T10:30:15.500Z'],
    ['2026-11-28 10:30:00 UTC', '2026-11-28T10:30:00.000Z'],
    ['2026-11-28 10:30:00 -0800', '2026-11-28T18:30:00.000Z'],
    ['2026-11-28T10:30:00+05:30', '2026-11-28T05:00:00.000Z'],
    ['28 Nov 2026', '2026-11-27T18:30:00.000Z'],
    ['28-Nov-2026', '2026-11-27T18:30:00.000Z'],
    ['28th November, 2026', '2026-11-27T18:30:00.000Z'],
    ['Nov 28, 2026', '2026-11-27T18:30:00.000Z'],
    ['Sat, 28 Nov 2026 10:30:00 GMT', '2026-11-28T10:30:00.000Z'],
    ['29 Feb 2028', '2028-02-28T18:30:00.000Z'],
    ['2000-01-01', '1999-12-31T18:30:00.000Z'],
    ['2100-12-31', '2100-12-30T18:30:00.000Z'],
  ])('%s', (cell, expected) => expect(parseDate(cell)).toBe(expected));
});

describe('a cell that may mean two days, or none, is refused', () => {
  test.each([
    ['46354', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "46354"'],
    ['05/12/2026', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "05/12/2026"'],
    ['11-12-2026', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "11-12-2026"'],
    ['Size 12', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "Size 12"'],
    ['28 Nov 26', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "28 Nov 26"'],
    ['2026', 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "2026"'],
    ['2026-02-30', 'must be a day of the calendar, but is "2026-02-30"'],
    ['29 Feb 2026', 'must be a day of the calendar, but is "29 Feb 2026"'],
    ['31 Foo 2026', 'must be a day of the calendar, but is "31 Foo 2026"'],
    ['2026-11-28 25:00', 'must be a day of the calendar, but is "2026-11-28 25:00"'],
    ['1999-12-31', 'must be a date between the years 2000 and 2100, but is "1999-12-31"'],
    ['2101-01-01', 'must be a date between the years 2000 and 2100, but is "2101-01-01"'],
  ])('%s', (cell, error) => expect(parseDate(cell)).toEqual({ error }));
});

test('what is read is a time that lists can show, and reading it again gives the same', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map(String),
        fc.stringMatching(/^\d{1,5}[-/. ]\d{1,2}[-/. ]\d{1,4}$/),
      ),
      (cell) => {
        const read = parseDate(cell);
        if (typeof read !== 'string') return;
        expect(read).toMatch(/^(?:1999|20\d\d|2100)-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
        expect(parseDate(read)).toBe(read);
      },
    ),
  );
});

test('a day number of a spreadsheet is refused with line, column and reason', async () => {
  const { db } = await emptyShop();
  const file = csvFile([
    ['Handle', 'Title', 'First Offered', 'Variant Price'],
    ['bell', 'Bell', '46354', '500'],
  ]);
  expect((await importFiles(db, [file])).badRows).toMatchObject([
    {
      file: 'products.csv',
      line: 2,
      column: 'First Offered',
      reason: 'must be a date such as 2026-11-28 or 28 Nov 2026, but is "46354"',
    },
  ]);
});
