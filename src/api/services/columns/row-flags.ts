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
