import type { NumberColumn } from './growing-column.ts';
import type { ProductColumns } from './product-columns.ts';

// One loop over a column for each filter: with a million products, a call of a function for each row takes three times as long.

let flags = new Uint8Array(0);

/**
 * A flag of 0 for each row, until the next call: use it before anything else can run. A new array for each search would stay in memory
 * until V8 collects garbage, a megabyte each with a million products.
 */
export function clearRowFlags(rows: number): Uint8Array {
  if (flags.length === rows) flags.fill(0);
  else flags = new Uint8Array(rows);
  return flags;
}

/** Flags of 1 for all rows or those of the parts, until the next call. */
export function flagRows({ ids }: Pick<ProductColumns, 'ids'>, parts?: readonly Uint32Array[]): Uint8Array {
  const flagged = clearRowFlags(ids.length);
  if (!parts) return flagged.fill(1);
  for (const rows of parts) for (const row of rows) flagged[row] = 1;
  return flagged;
}

/** Clears the flags of rows outside of a price range (paise). */
export function keepPrices(
  flagged: Uint8Array,
  prices: NumberColumn,
  { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: { minPrice?: number | undefined; maxPrice?: number | undefined },
): void {
  for (let row = 0; row < flagged.length; row++) {
    const price = prices[row] as number;
    if (price < minPrice || price > maxPrice) flagged[row] = 0;
  }
}

/** Clears the flags of rows whose value is not wanted. */
export function keepValues(flagged: Uint8Array, values: NumberColumn, isWanted: Uint8Array): void {
  for (let row = 0; row < flagged.length; row++) if (isWanted[values[row] as number] === 0) flagged[row] = 0;
}

/** Replaces the flags of rows by those of their variants, combined by OR. */
export function combineVariants(
  flagged: Uint8Array,
  { variantStart, variants }: Pick<ProductColumns, 'variantStart' | 'variants'>,
  flagsOf: Uint8Array,
): void {
  for (let row = 0; row < flagged.length; row++) {
    if (flagged[row] === 0) continue;
    const end = variantStart[row + 1] as number;
    let combined = 0;
    for (let i = variantStart[row] as number; i < end; i++) combined |= flagsOf[variants[i] as number] as number;
    flagged[row] = combined;
  }
}
