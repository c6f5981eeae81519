import type { NumberColumn } from './growing-column.ts';
import { type ColumnEdit, spliceColumn } from './splice-column.ts';

/** The place before all rows. */
export const FIRST_PLACE = -1;

/** What happens to an old row in an order, as bits. */
const CHANGED = 1;
const HAS_NEXT = 2;

/** Rows whose products changed, which are taken out of an order and put in again at their new place. */
export interface RowChanges {
  /** The old rows that are taken out. */
  changed: readonly number[];
  /** The new row of each old one; undefined when they stay as they are. */
  newRowOf: Uint32Array | undefined;
  /** Number of old and of new rows. */
  rowsBefore: number;
  rows: number;
}

/** An order with the new numbers of its rows; those that are taken out are meaningless. */
const renumber = (order: NumberColumn, newRowOf: Uint32Array | undefined): NumberColumn => {
  if (!newRowOf) return order;
  const result = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) result[i] = newRowOf[order[i] as number] as number;
  return result;
};

/** A new row, and the old row behind which it is put; another new row when that one has changed too. */
export interface NextRow {
  row: number;
  /** `FIRST_PLACE`, or the row before in the new numbers. */
  before: number;
  /** The same in the old numbers; undefined for the first place and for rows that are new. */
  oldBefore: number | undefined;
}

/** Moves changed rows in an order to just behind others. Returns undefined when they do not add up to all rows. */
export function placeBehind(
  order: NumberColumn,
  { changed, newRowOf, rowsBefore, rows }: RowChanges,
  next: readonly NextRow[],
): NumberColumn | undefined {
  const marks = new Uint8Array(rowsBefore);
  for (const row of changed) marks[row] = CHANGED;
  for (const { oldBefore } of next) if (oldBefore !== undefined) (marks[oldBefore] as number) |= HAS_NEXT;
  const after = new Map(next.map(({ row, before }) => [before, row]));
  const chainBehind = (start: number): number[] => {
    const chain: number[] = [];
    for (let row = after.get(start); row !== undefined && chain.length < next.length; row = after.get(row)) chain.push(row);
    return chain;
  };
  const edits: ColumnEdit[] = [{ at: 0, removed: 0, values: chainBehind(FIRST_PLACE) }];
  let isSame = newRowOf === undefined && next.length === changed.length;
  for (let i = 0; i < order.length; i++) {
    const old = order[i] as number;
    const mark = marks[old] as number;
    if (mark === 0) continue;
    if ((mark & CHANGED) !== 0 && after.get(i === 0 ? FIRST_PLACE : (order[i - 1] as number)) !== old) isSame = false;
    // A changed row has its chain at its new place.
    if ((mark & CHANGED) !== 0) edits.push({ at: i, removed: 1, values: [] });
    else edits.push({ at: i + 1, removed: 0, values: chainBehind(newRowOf ? (newRowOf[old] as number) : old) });
  }
  if (isSame) return order;
  const placed = spliceColumn(renumber(order, newRowOf), edits);
  return placed.length === rows ? placed : undefined;
}

/** A row and the value by which it is sorted. */
export interface SortedRow {
  row: number;
  value: number;
}

/** The first index in an order whose row is not less than `wanted`, by value and then by row. */
function findPlace(order: NumberColumn, values: NumberColumn, wanted: SortedRow): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = order[middle] as number;
    const value = values[row] as number;
    if (value < wanted.value || (value === wanted.value && row < wanted.row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Moves changed rows in an order that is sorted by `values`, those of the old rows, to the place of their new value. `placed` are the new
 * rows, in their order, each with the first old row that is not less by id.
 */
export function placeByValue(
  order: NumberColumn,
  values: NumberColumn,
  { changed, newRowOf }: RowChanges,
  placed: readonly (SortedRow & { oldRow: number })[],
): NumberColumn {
  if (!newRowOf && placed.every(({ row, oldRow, value }) => row === oldRow && values[oldRow] === value)) return order;
  const edits = [
    ...changed.map((row): ColumnEdit => {
      return { at: findPlace(order, values, { row, value: values[row] as number }), removed: 1, values: [] };
    }),
    ...placed.map(({ row, oldRow, value }): ColumnEdit => {
      return { at: findPlace(order, values, { row: oldRow, value }), removed: 0, values: [row] };
    }),
  ];
  // At one index, rows are put in before the one that is taken out.
  edits.sort((a, b) => a.at - b.at || a.removed - b.removed);
  return spliceColumn(renumber(order, newRowOf), edits);
}
