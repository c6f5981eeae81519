import { styleText } from 'node:util';
import { commandContext } from '#cli/process/context.ts';

/** Options that every command has. */
export interface OutputOptions {
  json?: boolean;
}

/** Prints one value as JSON, or what `text` makes of it for people. */
export function print<Value>(value: Value, { json }: OutputOptions, text: (value: Value) => string): void {
  commandContext().stdout.write(`${json ? JSON.stringify(value, null, 2) : harmless(text(value))}\n`);
}

const ESCAPE = 27;

/** Without what a terminal would obey, but for line breaks and our own colours: some of what is printed was typed by strangers. */
const harmless = (text: string): string =>
  text.replace(/\p{Cc}(\[[\d;]*m)?/gu, (found, style: string | undefined) => {
    const isColour = style !== undefined && found.charCodeAt(0) === ESCAPE;
    return isColour || /^[\n\t]/.test(found) ? found : ` ${style ?? ''}`;
  });

/** On one line, whatever was typed. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Colours show on a terminal only, and not where NO_COLOR is set. */
const inStyle = (style: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(style, text, { stream: commandContext().stdout });
export const bold = inStyle('bold');
export const dim = inStyle('dim');
export const green = inStyle('green');
export const red = inStyle('red');
export const yellow = inStyle('yellow');

/** The word "Error" as it stands before a message on the error stream. */
export const errorLabel = (): string => styleText('red', 'Error:', { stream: commandContext().stderr });

/** A whole number, grouped the Indian way. */
export const formatNumber = (n: number): string => n.toLocaleString('en-IN');

/** "1 product", "2 products". */
export const formatCount = (n: number, one: string, many = `${one}s`): string => `${formatNumber(n)} ${n === 1 ? one : many}`;

/** Lays out rows below a header; columns named in `right` are set flush right. */
export function formatTable<Key extends string>(
  values: readonly Record<Key, string>[],
  columns: readonly Key[],
  right: readonly Key[] = [],
): string {
  const rows = values.map((row) => Object.fromEntries(columns.map((key) => [key, oneLine(row[key])])) as Record<Key, string>);
  const width = (column: Key) => Math.max(column.length, ...rows.map((row) => row[column].length));
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
