import type { Logger } from 'pino';
import type { Db } from '#api/database/open.ts';
import { releaseExpiredHolds } from '#api/services/payment-outcome.ts';
import { repeat, type Worker } from './worker.ts';

/** How often orders whose payment did not come in time are looked for, in milliseconds. */
const PAUSE_MS = 30_000;

/** Gives the stock of orders back whose payment did not come in time, while the store is open. Several processes may run one. */
export function startHoldReleaser(db: Db, log: Logger): Worker {
  const failed = (error: unknown) => log.error({ err: error }, 'expired payments could not be ended');
  return repeat({ pauseMs: PAUSE_MS, firstAfterMs: PAUSE_MS }, () => releaseExpiredHolds(db), failed);
}
