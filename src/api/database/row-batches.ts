/** Rows in one INSERT. Few sizes, because a database connection keeps every statement text prepared, and long ones take megabytes. */
const SIZES = [32, 8, 1];

/** Inserts rows in statements of few different lengths, in order. */
export async function insertInBatches<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const size = SIZES.find((one) => one <= left) ?? 1;
    await insert(rows.slice(from, from + size));
    from += size;
  }
}

/** The values with the last one repeated up to a power of two, for an IN list: so that few different statements are prepared. */
export function padToPowerOfTwo<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => last)];
}
