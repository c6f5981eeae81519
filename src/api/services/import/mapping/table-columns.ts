import { isGtin } from '#api/services/catalogue/gtin.ts';
import type { TableRow } from '#api/services/import/formats/format.ts';
import type { Table } from '#api/services/import/mapping/find-header.ts';
import { type NameMatch, readHeaderName } from '#api/services/import/mapping/header-words.ts';
import { fractions, readSizes, readStockWords, readTaxRate, readWeight } from '#api/services/import/mapping/read-cells.ts';
import { isTotals, readHeading } from '#api/services/import/mapping/row-kinds.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';

/** What the cells of a column look like; shares are of the cells that are not empty. */
export interface ColumnProfile {
  filled: number;
  /** The first distinct ones. */
  examples: string[];
  distinct: number;
  prices: number;
  /** Amounts with a sign or word of money. */
  money: number;
  /** Units, or a list of units for several sizes. */
  counts: number;
  pictures: number;
  gtins: number;
  rates: number;
  sizes: number;
  weights: number;
  words: number;
  averageLength: number;
}

const MAX_EXAMPLES = 3;
const picture = /\.(?:jpe?g|png|webp|gif|avif|heic)\b|^https?:\/\/(?:drive|photos|lh\d)\.google/i;

/** Profiles the cells of one column. */
export function profileColumn(cells: readonly string[]): ColumnProfile {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const distinct = new Set(filled);
  const share = (test: (cell: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  return {
    filled: filled.length,
    examples: [...distinct].slice(0, MAX_EXAMPLES),
    distinct: distinct.size,
    prices: share((cell) => typeof parsePrice(cell) === 'number'),
    money: share((cell) => /₹|rs\b|\/-|रु/i.test(cell) && typeof parsePrice(cell) === 'number'),
    counts: share((cell) => cell.split(/\s*[,;|/]\s*/).every((part) => readStockWords(part) !== undefined)),
    pictures: share((cell) => picture.test(cell)),
    gtins: share((cell) => isGtin(cell)),
    rates: share((cell) => readTaxRate(cell) !== undefined || cell in fractions),
    sizes: share((cell) => readSizes(cell) !== undefined),
    weights: share((cell) => readWeight(cell, 'g') !== undefined),
    words: share((cell) => /\p{L}/u.test(cell)),
    averageLength: filled.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, filled.length),
  };
}

/** A column with the cells of the products that are looked at. */
export interface TableColumn {
  column: string;
  cells: string[];
  names: NameMatch[];
  profile: ColumnProfile;
}

/** How many rows are looked at. */
export const SAMPLE_ROWS = 200;

/** The share of cells that must agree with a name: the others may be mistakes. */
export const MOST = 0.6;
/** The same where the values alone decide. */
export const NEARLY_ALL = 0.8;
/** Characters of an average description. */
export const LONG_TEXT = 60;

/** The rows of a table that are looked at. */
export const sampleOf = ({ rows }: Table): TableRow[] =>
  rows.slice(0, SAMPLE_ROWS).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));

/** The columns of a table with the cells of its products. */
export function listColumns(table: Table): TableColumn[] {
  const width = table.header.length;
  const body = sampleOf(table).filter(({ cells }) => !isTotals(cells) && readHeading(cells, width) === undefined);
  return table.header.map((column, i): TableColumn => {
    const cells = body.map(({ cells }) => cells[i] ?? '');
    return { column, cells, names: readHeaderName(column), profile: profileColumn(cells) };
  });
}
