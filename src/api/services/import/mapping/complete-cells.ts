import type { Cells, KnownColumns } from '#api/services/import/read/match-columns.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import type { RepairKind, RepairNote } from '#api/services/import/report/repairs.ts';
import { fractions, readStockWords, readTaxRate, readWeight, splitPictureCell } from './read-cells.ts';
import { columnsOf, type TableMapping } from './table-mapping.ts';

/** A row of a table while it is read. */
export interface RowInTable {
  /** The trimmed cell of a column of the table. */
  cellOf: (column: string) => string;
  columns: KnownColumns;
  repairs: RepairNote[];
}

/** Puts a stock in words into the cells of a row; one without a number is not counted. */
export function setStock(cells: Cells, text: string, note: (kind: RepairKind, before: string, after: string) => void): void {
  const stock = readStockWords(text);
  cells.quantity = stock ?? text;
  if (stock === undefined || stock === text) return;
  if (stock === '') cells.policy = 'continue';
  note('stock', text, stock || 'not counted');
}

/** Completes the cells of a row from the columns of a table that say more than one thing. Returns its pictures after the first. */
export function completeCells(cells: Cells, mapping: TableMapping, { cellOf, columns, repairs }: RowInTable): string[] {
  const note = (column: 'grams' | 'gstRate') => (kind: RepairKind, before: string, after: string) =>
    void repairs.push({ kind, column: columns.nameOf(column), before, after });
  const [weightColumn = ''] = columnsOf(mapping, 'weight');
  const weight = readWeight(cells.grams, /\b(?:kgs?|kilos?)\b/i.test(weightColumn) ? 'kg' : 'g');
  if (weight !== undefined && weight !== cells.grams) {
    note('grams')('weight', cells.grams, `${weight} g`);
    cells.grams = weight;
  }
  const rate = fractions[cells.gstRate] ?? readTaxRate(cells.gstRate);
  if (rate !== undefined && rate !== cells.gstRate.replace(/\s*%$/, '')) {
    note('gstRate')('tax', cells.gstRate, `${rate} %`);
    cells.gstRate = rate;
  }
  cells.attributes = columnsOf(mapping, 'fact')
    .filter((column) => cellOf(column) !== '')
    .map((column) => `${column.replaceAll(':', ' ')}: ${cellOf(column).replaceAll(';', ',')}`)
    .join('; ');
  const [first = '', ...more] = columnsOf(mapping, 'picture').flatMap((column) => splitPictureCell(cellOf(column)));
  cells.image = first;
  return more;
}

/** What is wrong with an MRP below the price, as the end of a sentence: selling above it is against the law, so it is no guess which is which. */
export function findPriceOrder({ price, compareAt }: Cells): string | undefined {
  const [sold, printed] = [parsePrice(price), parsePrice(compareAt)];
  if (typeof sold !== 'number' || typeof printed !== 'number' || printed === 0 || printed >= sold) return undefined;
  return `is "${compareAt}", which is below the price of "${price}"`;
}
