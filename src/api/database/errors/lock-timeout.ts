import { isPostgresError } from './postgres-codes.ts';
import { isSqliteBusy } from './sqlite-codes.ts';

/** A transaction waited too long for a lock that another process holds. */
export class LockTimeout extends Error {
  constructor() {
    super('Another program has been writing to the database for too long. Try again when it has finished.');
  }
}

/** pg-pool's error when every connection is taken; it has no code. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

/**
 * Whether an operation failed, after all retries, only because others held a lock or every connection for too long. The same operation
 * may succeed later. Also looks into the causes of an error.
 */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof LockTimeout ||
    isSqliteBusy(error) ||
    isPostgresError(error, 'lockNotAvailable', 'serialisationFailure', 'deadlockDetected') ||
    error.message === POOL_TIMEOUT ||
    isLockTimeout(error.cause)
  );
}
