import pg from 'pg';

/** A transaction has waited too long for another process that writes. */
export class LockTimeout extends Error {
  constructor() {
    super('Another program has been writing to the database for too long. Try again when it has finished.');
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** SQLite's answer while another connection holds a lock. */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [SQLITE_BUSY, SQLITE_LOCKED].includes(error.errcode & 0xff);

/** PostgreSQL: lock not available, serialisation failure, deadlock. */
const postgresCodes: readonly string[] = ['55P03', '40001', '40P01'];

/** pg-pool's error while others use every connection; it has no code. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

/**
 * Whether something failed only because others held a lock, or every connection, for too long, after all tries: the same may succeed in a moment. Looks into the
 * causes of an error as well.
 */
export function isLockTimeout(error: unknown): boolean {
  if (error instanceof LockTimeout || isSqliteBusy(error)) return true;
  if (error instanceof pg.DatabaseError) return postgresCodes.includes(error.code ?? '');
  if (error instanceof Error && error.message === POOL_TIMEOUT) return true;
  return error instanceof Error && error.cause !== undefined && isLockTimeout(error.cause);
}
