/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const sqliteCodes = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
} as const;

/** The extended result code of an error that node:sqlite threw; undefined for any other error. */
export function extendedSqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** The primary result code (the low byte) of an error that node:sqlite threw; undefined for any other error. */
export function primarySqliteCode(error: unknown): number | undefined {
  const code = extendedSqliteCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Whether another connection holds the lock. */
export function isSqliteBusy(error: unknown): boolean {
  const code = primarySqliteCode(error);
  return code === sqliteCodes.busy || code === sqliteCodes.locked;
}
