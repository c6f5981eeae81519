import { isPostgresError } from './postgres-codes.ts';
import { extendedSqliteCode, primarySqliteCode, sqliteCodes } from './sqlite-codes.ts';

/** Retry-After while the disk is full, in seconds: the owner has to free space first. */
export const DISK_FULL_RETRY_AFTER_S = 60;

/** Error codes of the file system: no space left, disk quota exceeded. */
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** SQLite's extended code of a failed write, for example at a disk quota. */
const IOERR_WRITE = 778;

/** Whether SQLite could not write for lack of space or quota. */
const isSqliteFull = (error: unknown): boolean =>
  primarySqliteCode(error) === sqliteCodes.full || extendedSqliteCode(error) === IOERR_WRITE;

/** Whether a write failed because the disk is full, on either engine or in the file system. Also looks into the causes of an error. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    isPostgresError(error, 'diskFull') ||
    isSqliteFull(error) ||
    ('code' in error && systemCodes.has(error.code)) ||
    isOutOfSpace(error.cause)
  );
}
