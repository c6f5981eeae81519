import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgresError } from '#api/database/errors/engine-errors.ts';

const MAX_ATTEMPTS = 6;

/** Upper bound of the random delay between attempts, in milliseconds. */
const MAX_RETRY_DELAY_MS = 40;

/**
 * Whether a transaction failed only because of a concurrent one, so that a retry is right: a serialisation failure, a deadlock, or a row that
 * both tried to insert.
 */
const isRetryableConflict = (error: unknown): boolean =>
  isPostgresError(error, 'serialisationFailure', 'deadlockDetected', 'uniqueViolation');

/** Runs a transaction, again while it conflicts with another. */
export async function retryOnConflict<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRetryableConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_RETRY_DELAY_MS);
    }
  }
}
