import type { Db } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import { releaseExpiredHolds } from './expire-holds.ts';

/**
 * Places a checkout. When it is refused, releases expired holds, which may have the stock, the coupon use or the limit that it needs, and
 * tries it once more: the worker releases them only at its next run.
 */
export async function retryAfterExpiredHolds<Result>(db: Db, place: () => Promise<Result>): Promise<Result> {
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof Refusal) || (await releaseExpiredHolds(db)) === 0) throw error;
    return place();
  }
}
