import type { NumberColumn } from './growing-column.ts';

// Finds the rows of products in a column of ascending ids.

/** The first row from `start` on whose id is not less than this one. Takes few steps when that is near. */
export function findInsertionRow(ids: NumberColumn, id: number, start = 0): number {
  let low = start;
  for (let step = 1; low + step <= ids.length && (ids[low + step - 1] as number) < id; step *= 2) low += step;
  let high = Math.min(ids.length, low + (low - start + 1));
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of a product; undefined when it is not on sale. */
export function findRow(ids: NumberColumn, id: number): number | undefined {
  const row = findInsertionRow(ids, id);
  return ids[row] === id ? row : undefined;
}

/** The rows of products, in the order of their ids given; without those that are not on sale. */
export function findRows(ids: NumberColumn, wanted: readonly number[] | Uint32Array): Uint32Array {
  const rows = new Uint32Array(wanted.length);
  const first = ids[0] ?? 0;
  // Without gaps between the ids, a row is the distance to the first id. Otherwise it is less, by at most the number of missing ids.
  const missing = (ids.at(-1) ?? 0) - first + 1 - ids.length;
  let found = 0;
  for (const id of wanted) {
    let high = Math.min(id - first, ids.length - 1);
    let low = Math.max(0, id - first - missing);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    if (ids[low] === id) rows[found++] = low;
  }
  return found === rows.length ? rows : rows.slice(0, found);
}
