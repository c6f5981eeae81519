import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { purgeAudit } from '#api/services/audit.ts';
import { purgeCheckoutKeys } from '#api/services/checkout/limit-keys.ts';
import { serverPacing } from '#api/services/import/run/adaptive-batches.ts';
import { purgeUndoRecords } from '#api/services/import/undo/undo-records.ts';
import { purgePaymentEvents } from '#api/services/payments/webhook-events.ts';
import { purgeKnownDevices } from '#api/services/sessions/known-devices.ts';
import { purgeDeliveries } from '#api/services/webhooks/deliveries.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Deletes old audit and payment events, deliveries to webhooks, old keys of checkout limits, expired known devices and old data of imports every six hours. */
export function startRecordPurger(db: Db, log: Logger): BackgroundWorker {
  const onError = (error: unknown) => log.error({ err: error }, 'old records could not be deleted');
  const purge = async () => {
    await write(db, async (tx) => {
      await purgeAudit(tx);
      await purgeCheckoutKeys(tx);
      await purgeKnownDevices(tx);
      await purgePaymentEvents(tx);
      await purgeDeliveries(tx);
    });
    await purgeUndoRecords(db, serverPacing);
  };
  return runPeriodically({ delayMs: 6 * HOUR_MS, initialDelayMs: 2 * MINUTE_MS }, purge, onError);
}
