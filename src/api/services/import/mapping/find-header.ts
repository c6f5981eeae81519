import type { TableRow } from '#api/services/import/formats/format.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { readHeaderName } from './header-words.ts';
import { isPack, isSize } from './read-cells.ts';

/** The columns of a table and its rows after them. */
export interface Table {
  /** The line of the last row with column names. */
  line: number;
  /** The names of the columns, each different from the others; columns without a name are called by their letter. */
  header: string[];
  rows: TableRow[];
}

/** How many rows may stand before the column names. */
export const MAX_ROWS_BEFORE_HEADER = 20;

const trimmed = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.replace('\ufeff', '').replace(/\s+/g, ' ').trim());
const isNumber = (cell: string): boolean => typeof parsePrice(cell) === 'number' && !isSize(cell);
const isKnownName = (cell: string): boolean => (readHeaderName(cell)[0]?.score ?? 0) >= 1;

/** How much a row looks like column names: known names, and texts rather than numbers. */
function scoreHeader(cells: readonly string[]): number {
  const filled = trimmed(cells).filter(Boolean);
  if (filled.length < 2 || filled.some((cell) => cell.length > 60)) return 0;
  const known = filled.filter(isKnownName).length;
  const numbers = filled.filter(isNumber).length;
  return known * 2 + filled.length / 2 - numbers * 3;
}

/** Whether the row after the column names continues them: it names parts of merged cells. */
function isSecondHeader(first: readonly string[], second: readonly string[]): boolean {
  const [top, bottom] = [trimmed(first), trimmed(second)];
  const filled = bottom.filter(Boolean);
  if (filled.length === 0 || filled.some(isNumber)) return false;
  const isUnderBlank = bottom.some((cell, i) => cell !== '' && (top[i] ?? '') === '');
  const names = filled.filter(
    (cell) => isKnownName(cell) || isSize(cell) || isPack(cell) || /^\(.*\)$|^(?:rs|₹|inr|pcs|nos)\.?$/i.test(cell),
  );
  return isUnderBlank && names.length * 2 > filled.length;
}

/** Joins two rows of column names: a cell of the first row also counts for the blank ones after it. */
function joinHeaders(first: readonly string[], second: readonly string[]): string[] {
  const [top, bottom] = [trimmed(first), trimmed(second)];
  let merged = '';
  return Array.from({ length: Math.max(top.length, bottom.length) }, (_, i) => {
    merged = top[i] || (bottom[i] ? merged : '');
    return [merged, bottom[i]].filter(Boolean).join(' ');
  });
}

/** The letter by which spreadsheets call a column, from 0. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** Gives each column a name of its own. */
function nameColumns(names: readonly string[], rows: readonly TableRow[]): string[] {
  const width = Math.max(names.length, ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1));
  const taken = new Map<string, number>();
  return Array.from({ length: width }, (_, i) => {
    const name = names[i] || `Column ${letterOf(i)}`;
    const times = (taken.get(name.toLowerCase()) ?? 0) + 1;
    taken.set(name.toLowerCase(), times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** Finds the column names of a table in its first rows: they may follow a title, and may take two rows. Undefined without any. */
export function findHeader(head: readonly TableRow[]): Table | undefined {
  const candidates = head.slice(0, MAX_ROWS_BEFORE_HEADER).map(({ cells }) => scoreHeader(cells));
  const best = Math.max(0, ...candidates);
  const place = candidates.indexOf(best);
  const [first, second] = [head[place], head[place + 1]];
  if (best <= 0 || !first) return undefined;
  // The first row of two has blank cells, so that the second may look more like column names than the first.
  const before = head[place - 1];
  if (before && isSecondHeader(before.cells, first.cells) && scoreHeader(before.cells) > 0)
    return toTable(joinHeaders(before.cells, first.cells), first.line, head.slice(place + 1));
  if (second && isSecondHeader(first.cells, second.cells))
    return toTable(joinHeaders(first.cells, second.cells), second.line, head.slice(place + 2));
  return toTable(trimmed(first.cells), first.line, head.slice(place + 1));
}

const toTable = (names: readonly string[], line: number, rows: TableRow[]): Table => ({
  line,
  header: nameColumns(names, rows),
  rows,
});
