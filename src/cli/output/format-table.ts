import { bold } from './print.ts';

/** Replaces control characters, so that text stays on one line. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Formats rows as a table with a header; columns named in `right` are right-aligned. */
export function formatTable<Key extends string>(
  values: readonly Record<Key, string>[],
  columns: readonly Key[],
  right: readonly Key[] = [],
): string {
  const rows = values.map((row) => Object.fromEntries(columns.map((key) => [key, oneLine(row[key])])) as Record<Key, string>);
  // Not with spread arguments: a million products are more than the stack holds.
  const width = (column: Key) => rows.reduce((longest, row) => Math.max(longest, row[column].length), column.length);
  const widths = new Map(columns.map((column) => [column, width(column)]));
  const cell = (column: Key, text: string) => {
    const columnWidth = widths.get(column) ?? 0;
    return right.includes(column) ? text.padStart(columnWidth) : text.padEnd(columnWidth);
  };
  const line = (text: (column: Key) => string) =>
    columns
      .map((column) => cell(column, text(column)))
      .join('  ')
      .trimEnd();
  return [bold(line((column) => column)), ...rows.map((row) => line((column) => row[column]))].join('\n');
}
