import { isPostgresError } from './postgres-codes.ts';

/**
 * Whether a transaction failed only because of a concurrent one, so that a retry is right: a serialisation failure, a deadlock, or a
 * row that both tried to insert.
 */
export const isRetryableConflict = (error: unknown): boolean =>
  isPostgresError(error, 'serialisationFailure', 'deadlockDetected', 'uniqueViolation');
