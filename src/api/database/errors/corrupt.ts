import { primarySqliteCode, sqliteCodes } from './sqlite-codes.ts';

/** Codes for an unreadable file: missing tables (generic error), truncated file (I/O error), corrupt, not a database. */
const corruptionCodes: ReadonlySet<unknown> = new Set([
  sqliteCodes.error,
  sqliteCodes.ioerr,
  sqliteCodes.corrupt,
  sqliteCodes.notadb,
]);

/** Whether an error means that a database file is corrupt, rather than busy, read-only or out of space. */
export const isCorruptionError = (error: unknown): boolean => corruptionCodes.has(primarySqliteCode(error));

/** Runs `work`; falls back to `fallback` when the database turns out to be corrupt. */
export function withCorruptionFallback<Result>(work: () => Result, fallback: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return fallback();
  }
}
