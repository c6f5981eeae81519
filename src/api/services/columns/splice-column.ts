import { columnTypeFor, type NumberColumn } from './growing-column.ts';

/** A change of a column: `removed` values from index `at` on are replaced by others. */
export interface ColumnEdit {
  at: number;
  removed: number;
  values: readonly number[];
}

/** Whether edits replace values by the same ones. */
const isUnchanged = (column: NumberColumn, edits: readonly ColumnEdit[]): boolean =>
  edits.every(({ at, removed, values }) => removed === values.length && values.every((value, i) => column[at + i] === value));

/**
 * Returns a copy of a column with edits, in the order of their indexes; the column itself when they change nothing, because a copy of a
 * million values takes milliseconds. Throws a `RangeError` for values over 32 bits.
 */
export function spliceColumn(column: NumberColumn, edits: readonly ColumnEdit[]): NumberColumn {
  if (isUnchanged(column, edits)) return column;
  let length = column.length;
  let max = 0;
  for (const { removed, values } of edits) {
    length += values.length - removed;
    for (const value of values) max = Math.max(max, value);
  }
  const type = columnTypeFor(max);
  const isWider = type.BYTES_PER_ELEMENT > column.BYTES_PER_ELEMENT;
  const result = new (isWider ? type : (column.constructor as typeof type))(length);
  let from = 0;
  let to = 0;
  for (const { at, removed, values } of edits) {
    result.set(column.subarray(from, at), to);
    to += at - from;
    result.set(values, to);
    to += values.length;
    from = at + removed;
  }
  result.set(column.subarray(from), to);
  return result;
}
