import { styleText } from 'node:util';
import { commandContext } from '#cli/process/command.ts';

export { formatBytes, formatCount, formatIndianTime } from '#api/services/format-texts.ts';

export interface OutputOptions {
  json?: boolean;
}

/** Prints a value as JSON, or as formatted by `text`. */
export function print<Value>(value: Value, { json }: OutputOptions, text: (value: Value) => string): void {
  commandContext().stdout.write(`${json ? JSON.stringify(value, null, 2) : stripControlSequences(text(value))}\n`);
}

/** Character code of ESC. */
const ESCAPE = 27;

/** Strips terminal control sequences except line breaks and colours, because some output was typed by customers. */
export const stripControlSequences = (text: string): string =>
  text.replace(/\p{Cc}(\[[\d;]*m)?/gu, (found, style: string | undefined) => {
    const isColour = style !== undefined && found.charCodeAt(0) === ESCAPE;
    return isColour || /^[\n\t]/.test(found) ? found : ` ${style ?? ''}`;
  });

/** Colours are printed only on terminals, and not if NO_COLOR is set. */
const inStyle = (style: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(style, text, { stream: commandContext().stdout });
export const bold = inStyle('bold');
export const dim = inStyle('dim');
export const green = inStyle('green');
export const red = inStyle('red');
export const yellow = inStyle('yellow');

export const errorLabel = (): string => styleText('red', 'Error:', { stream: commandContext().stderr });

/** Replaces control characters, so that text stays on one line. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Formats rows as a table whose columns are their keys; those named in `right` are right-aligned. Without rows it is `none`. */
export function formatTable<Key extends string>(
  values: readonly Record<Key, string>[],
  right: readonly NoInfer<Key>[] = [],
  none = '',
): string {
  const columns = Object.keys(values[0] ?? {}) as Key[];
  if (columns.length === 0) return none;
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
