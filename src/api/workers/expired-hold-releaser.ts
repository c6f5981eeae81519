import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { releaseExpiredHolds } from '#api/services/orders/expire-holds.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

const DELAY_MS = 30_000;

/** Releases the reserved stock of orders whose payment has expired. Safe to run in several processes. */
export function startHoldReleaser(db: Db, log: Logger): BackgroundWorker {
  const onError = (error: unknown) => log.error({ err: error }, 'expired payments could not be released');
  return runPeriodically({ delayMs: DELAY_MS, initialDelayMs: DELAY_MS }, () => releaseExpiredHolds(db), onError);
}
