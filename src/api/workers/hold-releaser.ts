import type { Logger } from 'pino';
import type { Db } from '#api/database/open.ts';
import { releaseExpiredHolds } from '#api/services/orders/settlement.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** How often orders whose payment did not come in time are looked for, in milliseconds. */
const PAUSE_MS = 30_000;

/** Gives the stock of orders back whose payment did not come in time, while the store is open. Several processes may run one. */
export function startHoldReleaser(db: Db, log: Logger): BackgroundWorker {
  const failed = (error: unknown) => log.error({ err: error }, 'expired payments could not be ended');
  return runPeriodically({ delayMs: PAUSE_MS, initialDelayMs: PAUSE_MS }, () => releaseExpiredHolds(db), failed);
}
