import { isPack, isSize } from './read-cells.ts';

const totals = /^(?:grand |sub ?)?totals?\b|^(?:कुल|योग|जोड़)(?:\s|$|:)/iu;
const note = /^(?:\*|note\b|terms\b|t&c|नोट)/iu;

const filledCells = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim()).filter(Boolean);

/** Whether a row adds up those above. */
export const isTotals = (cells: readonly string[]): boolean => {
  const filled = filledCells(cells);
  return totals.test(filled[0] ?? '') && filled.slice(1).every((cell) => /^[^\p{L}]*(?:\p{L}{1,6}\.?)?[^\p{L}]*$/u.test(cell));
};

/** The fewest columns of a table in which a row with one cell is no product. */
const MIN_COLUMNS = 3;

/** The text of a row that has nothing else in a table of this many columns: a heading or a note. Undefined for other rows. */
export function readHeading(cells: readonly string[], columns: number): string | undefined {
  const filled = filledCells(cells);
  const text = filled[0] ?? '';
  if (columns < MIN_COLUMNS || filled.length !== 1 || !/\p{L}/u.test(text) || isSize(text) || isPack(text)) return undefined;
  return cells.findIndex((cell) => cell.trim() !== '') <= 1 ? text : undefined;
}

/** Whether such a text is a note. */
export const isNote = (text: string): boolean => note.test(text);
