import type { FormatProblem, ImportRow } from '#api/services/import/formats/format.ts';
import type { Cells, KnownColumns } from '#api/services/import/read/match-columns.ts';
import { type RowInTable, setStock } from './complete-cells.ts';
import { readSizes, readStockWords, sizeOfHeader } from './read-cells.ts';
import { columnsOf, type TableMapping } from './table-mapping.ts';

/** What the variants of a table differ in. */
export interface OptionColumn {
  target: 'size' | 'colour' | 'option';
  name: string;
  /** The column of the table; none when the sizes have columns of their own. */
  column?: string;
  to: 'option1' | 'option2' | 'option3';
}

type Variant = Pick<ImportRow, 'cells' | 'columns'>;

/** Cells of a size that is not made. */
const notOffered = /^(?:|-+|x|✗|✘|n\/?a)$/i;

/** The problem of a row whose columns of sizes are all empty. */
export function hasEmptySizes(mapping: TableMapping): Omit<FormatProblem, 'line'> {
  const [column = ''] = [...columnsOf(mapping, 'sizestock'), ...columnsOf(mapping, 'sizeprice')];
  return { column, problem: 'is empty, and so are the columns of all other sizes' };
}

/** The values in an option's cell: "S, M, L" are three sizes and "Red, Blue" two colours. */
function splitValues(target: OptionColumn['target'], cell: string): string[] {
  const values =
    target === 'size' ? readSizes(cell) : target === 'colour' ? cell.split(/\s*[,;|]\s*/).filter(Boolean) : undefined;
  return values && values.length > 1 ? values : [cell];
}

/** The columns of a row, of which one is called by another name. */
const renamed = (columns: KnownColumns, column: 'quantity' | 'price', name: string): KnownColumns => ({
  has: (each) => columns.has(each),
  isInFile: (each) => columns.isInFile(each),
  nameOf: (each) => (each === column ? name : columns.nameOf(each)),
});

/** One variant for each size that has a column and a value in the row. */
function ofSizeColumns(cells: Cells, mapping: TableMapping, { cellOf, columns, repairs }: RowInTable): Variant[] | undefined {
  const places = [
    ...columnsOf(mapping, 'sizestock').map((column) => ({ column, holds: 'quantity' as const })),
    ...columnsOf(mapping, 'sizeprice').map((column) => ({ column, holds: 'price' as const })),
  ];
  if (places.length === 0) return undefined;
  return places.flatMap(({ column, holds }): Variant[] => {
    const cell = cellOf(column);
    if (notOffered.test(cell)) return [];
    const own = { ...cells, option1: sizeOfHeader(column) ?? column };
    if (holds === 'price') own.price = cell;
    else setStock(own, cell, (kind, before, after) => void repairs.push({ kind, column, before, after }));
    return [{ cells: own, columns: renamed(columns, holds, column) }];
  });
}

/** Shares a stock among several variants, unless the cell has a number for each. */
function shareStock(variants: Variant[], { repairs, columns }: RowInTable): void {
  const cell = variants[0]?.cells.quantity ?? '';
  const each = cell.split(/\s*[,;|/]\s*/);
  const stock = Number(readStockWords(cell) || Number.NaN);
  if (each.length === variants.length && each.every((part) => readStockWords(part) !== undefined)) {
    for (const [i, { cells }] of variants.entries()) cells.quantity = readStockWords(each[i] ?? '') ?? '';
    return;
  }
  if (!(stock > 0)) return;
  const share = Math.floor(stock / variants.length);
  for (const [i, { cells }] of variants.entries()) cells.quantity = String(share + (i < stock % variants.length ? 1 : 0));
  const after = variants.map(({ cells }) => cells.quantity).join(', ');
  repairs.push({ kind: 'shared', column: columns.nameOf('quantity'), before: cell, after });
}

/** The variants of a row: one, or several if a cell has several sizes or if sizes have columns of their own. */
export function listVariants(cells: Cells, mapping: TableMapping, options: readonly OptionColumn[], row: RowInTable): Variant[] {
  const { columns, repairs } = row;
  let variants = ofSizeColumns(cells, mapping, row) ?? [{ cells, columns }];
  // The stock of a size is of all its colours, which is not known for each.
  if (columnsOf(mapping, 'sizestock').length > 0) return variants;
  for (const { target, column, to } of options) {
    if (column === undefined) continue;
    const values = splitValues(target, cells[to]);
    if (values.length > 1) repairs.push({ kind: 'sizes', column, before: cells[to], after: values.join(' · ') });
    variants = variants.flatMap((variant) => values.map((value) => ({ ...variant, cells: { ...variant.cells, [to]: value } })));
  }
  if (variants.length > 1) {
    // One barcode cannot be that of several variants.
    for (const variant of variants) variant.cells.barcode = '';
    shareStock(variants, row);
  }
  const column = columns.nameOf('quantity');
  for (const variant of variants)
    setStock(variant.cells, variant.cells.quantity, (kind, before, after) => void repairs.push({ kind, column, before, after }));
  return variants;
}
