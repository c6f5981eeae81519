import type { Logger } from 'pino';
import { type Db, write } from '#api/database/open.ts';
import { tidyAudit } from '#api/services/audit/audit.ts';
import { tidyDevices } from '#api/services/devices/known-devices.ts';
import { repeat, type Worker } from './worker.ts';

const MINUTE_MS = 60_000;

/** Deletes old audit events and devices that are known no longer, every six hours while the store is open. */
export function startRecordTidier(db: Db, log: Logger): Worker {
  const failed = (error: unknown) => log.error({ err: error }, 'old records could not be deleted');
  const tidy = () =>
    write(db, async (tx) => {
      await tidyAudit(tx);
      await tidyDevices(tx);
    });
  return repeat({ pauseMs: 360 * MINUTE_MS, firstAfterMs: 2 * MINUTE_MS }, tidy, failed);
}
