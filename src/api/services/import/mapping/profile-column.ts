import { isGtin } from '#api/services/catalogue/gtin.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { fractions, readSizes, readStockWords, readTaxRate, readWeight } from './read-cells.ts';

/** What the cells of a column look like; shares are of the cells that are not empty. */
export interface ColumnProfile {
  /** The cells that are not empty. */
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
