import { type RawBuilder, sql } from 'kysely';

/** Rows per INSERT. Few sizes, because a connection keeps every statement text prepared and long ones take megabytes. */
const BATCH_SIZES = [32, 8, 1];

/** Inserts rows in order, in batches of a few fixed sizes. */
export async function insertInBatches<Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const remaining = rows.length - from;
    const size = BATCH_SIZES.find((candidate) => candidate <= remaining) ?? 1;
    await insert(rows.slice(from, from + size));
    from += size;
  }
}

/** Reads all rows in pages: `read` gives the next ones after a key (`id` or `seq`), in its order, and none after the last. */
export async function* readPagesByKey<Row extends { id?: number; seq?: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id ?? last.seq ?? after;
    yield rows;
  }
}

/** Repeats the last value up to a power of two, so that IN lists need few distinct prepared statements. */
export function padToPowerOfTwo<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => last)];
}

/** What a conflict sets these columns to: the values of the row that was to be inserted. */
export const takeExcluded = <Column extends string>(columns: readonly Column[]): Record<Column, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >;
