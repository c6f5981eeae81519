import type { Logger } from 'pino';
import { type Db, write } from '#api/database/open.ts';
import { purgeAudit } from '#api/services/audit.ts';
import { purgeKnownDevices } from '#api/services/sessions/known-devices.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

const MINUTE_MS = 60_000;

/** Deletes old audit events and devices that are known no longer, every six hours while the store is open. */
export function startRecordPurger(db: Db, log: Logger): BackgroundWorker {
  const failed = (error: unknown) => log.error({ err: error }, 'old records could not be deleted');
  const tidy = () =>
    write(db, async (tx) => {
      await purgeAudit(tx);
      await purgeKnownDevices(tx);
    });
  return runPeriodically({ delayMs: 360 * MINUTE_MS, initialDelayMs: 2 * MINUTE_MS }, tidy, failed);
}
