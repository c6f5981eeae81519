import pg from 'pg';

/** SQLite's codes: the database is full (13); a write failed, such as at a disk quota (I/O error 10, extended code 778). */
const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;

/** PostgreSQL's code for a full disk. */
const PG_DISK_FULL = '53100';

/** The operating system's: no space left; the disk quota is used up. */
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a write failed because there is no space left to write to, on either engine or in the file system. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return error.code === PG_DISK_FULL;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return (error.errcode & 0xff) === SQLITE_FULL || error.errcode === SQLITE_IOERR_WRITE;
  }
  return ('code' in error && systemCodes.has(error.code)) || isOutOfSpace(error.cause);
}
