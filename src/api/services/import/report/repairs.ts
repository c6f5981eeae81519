import type { Column } from '#api/services/import/read/column-names.ts';
import type { Cells, KnownColumns } from '#api/services/import/read/match-columns.ts';
import type { RowPosition } from '#api/services/import/read/product-spool.ts';
import { detectDamage, repairText } from '#api/services/import/read/text-repair.ts';
import type { CatalogueRow } from '#api/services/import/read/validate-row.ts';
import { formatPaise } from '#lib/rules/money.ts';

/** The kinds of repairs, with the text that the report shows. */
export const repairKinds = {
  encoding: 'Characters damaged by a wrong encoding',
  price: 'Prices with words, signs or other digits',
  date: 'Dates in other forms',
  handle: 'Web addresses without the signs of their handles',
  negative: 'Stock below zero, which counts as sold out',
  stock: 'Stock in words',
  shared: 'Stock of several sizes in one number, which is shared among them',
  sizes: 'Several sizes or colours in one cell',
  weight: 'Weights in other units, in grams',
  tax: 'GST rates in words or as fractions',
  merged: 'Empty cells below a merged one',
} as const;

export type RepairKind = keyof typeof repairKinds;

/** One cell that was not read as it stands. */
export interface RepairNote {
  kind: RepairKind;
  /** The column's name as spelled in the file. */
  column: string;
  before: string;
  after: string;
}

/** The repairs of one kind. */
export interface Repair {
  kind: RepairKind;
  count: number;
  /** The first ones. */
  examples: (RowPosition & Omit<RepairNote, 'kind'>)[];
}

const MAX_EXAMPLES = 10;
/** Characters of an example; descriptions are longer. */
const MAX_EXAMPLE_LENGTH = 120;

const shorten = (text: string): string => (text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text);

/** Counts repairs by their kind and keeps the first ones of each. */
export class Repairs {
  readonly #kinds = new Map<RepairKind, Repair>();

  add(at: RowPosition, { kind, column, before, after }: RepairNote): void {
    const repair = this.#kinds.get(kind) ?? { kind, count: 0, examples: [] };
    repair.count++;
    if (repair.examples.length < MAX_EXAMPLES)
      repair.examples.push({ ...at, column, before: shorten(before), after: shorten(after) });
    this.#kinds.set(kind, repair);
  }

  list(): Repair[] {
    return [...this.#kinds.values()];
  }
}

/** A price with nothing but digits, commas and a point. */
const plainPrice = /^[\d,.]*$/;
const isoDate = /^(?:\d{4}-|$)/;

/** Lists the cells of a row whose value was changed when it was read. `isDamaged` says whether characters of it were repaired. */
export function findRepairs(
  cells: Cells,
  row: CatalogueRow,
  { columns, isDamaged }: { columns: KnownColumns; isDamaged: boolean },
): RepairNote[] {
  const repairs: RepairNote[] = [];
  const add = (kind: RepairNote['kind'], column: Column, after: string) =>
    void repairs.push({ kind, column: columns.nameOf(column), before: cells[column], after });
  const { facts: _, ...named } = cells;
  const damaged = isDamaged ? (Object.keys(named) as Column[]) : [];
  for (const column of damaged)
    if (detectDamage(cells[column]) === 'repaired') add('encoding', column, repairText(cells[column]));
  for (const column of ['price', 'compareAt'] as const)
    if (!plainPrice.test(cells[column]) && row[column] !== undefined) add('price', column, formatPaise(row[column]));
  if (!isoDate.test(cells.created) && row.created !== undefined) add('date', 'created', row.created);
  if (row.quantity !== undefined && row.quantity < 0) add('negative', 'quantity', '0');
  return repairs;
}
