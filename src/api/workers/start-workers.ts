import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailStockAlerts, purgeStockAlerts } from '#api/services/alerts/stock-alerts.ts';
import { purgeAudit } from '#api/services/audit.ts';
import { purgeCheckoutKeys } from '#api/services/checkout/limit-keys.ts';
import type { EventHandlers } from '#api/services/events/event-handlers.ts';
import type { Job } from '#api/services/extensions/jobs.ts';
import { finishInterruptedImport } from '#api/services/import/interrupted-import.ts';
import { serverPacing } from '#api/services/import/run/adaptive-batches.ts';
import { readRun } from '#api/services/import/run/lease.ts';
import { purgeUndoRecords } from '#api/services/import/undo/undo-records.ts';
import { type ConnectedTransport, groupByKind, toSendable } from '#api/services/messages/connect-transports.ts';
import { purgeOutbox } from '#api/services/messages/purge-outbox.ts';
import { purgeStaffActions } from '#api/services/orders/staged/action-results.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { erasePayees } from '#api/services/payments/refunds/hand-refunds.ts';
import { askPendingRefunds } from '#api/services/payments/refunds/provider-refunds.ts';
import { purgePaymentEvents } from '#api/services/payments/webhook-events.ts';
import { encodeQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { remindOfCarts } from '#api/services/reminders/cart-reminders.ts';
import { purgeKnownDevices } from '#api/services/sessions/known-devices.ts';
import { purgeUsedChallenges } from '#api/services/staff/passkeys/challenges.ts';
import { purgeStaffDevices } from '#api/services/staff/staff-devices.ts';
import { purgeStaffLinks } from '#api/services/staff/staff-links.ts';
import { purgeStaffSessions } from '#api/services/staff/staff-session-list.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { purgeDeliveries } from '#api/services/webhooks/deliveries.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically, type Schedule } from './background-worker.ts';
import { type PurgeSenderOptions, startPurgeSender } from './cdn-purge-sender.ts';
import { type HealthCheckOptions, startHealthChecker } from './health-checker.ts';
import { startJobRunner } from './job-runner.ts';
import { type OutboxSenderOptions, startOutboxSender } from './outbox-sender.ts';
import { startPushSender } from './push-sender.ts';
import { applyAllDueSales } from './sale-clock.ts';
import { applyDueChanges } from './staged-changes.ts';
import { startWebhookSender } from './webhook-sender.ts';
import { startWordIndexer } from './word-indexer.ts';

/**
 * How often expired holds are released, interrupted imports finished, waiting pictures made, shoppers mailed whose product is back, due
 * sales begun and ended, and staff's changes of orders made whose Undo is over, in milliseconds.
 */
const [HOLD_DELAY_MS, IMPORT_DELAY_MS, PICTURE_DELAY_MS, ALERT_DELAY_MS, SALE_DELAY_MS, STAGED_DELAY_MS] = [
  30_000, 15_000, 2000, 10_000, 1000, 1000,
];

/** How often customers are reminded of carts that they left, in milliseconds. */
const CART_DELAY_MS = 5 * MINUTE_MS;

/**
 * Deletes old audit and payment events, deliveries to webhooks, old keys of checkout limits, expired known devices, sessions and links of staff, old
 * requests for mails, old results of staff's actions, accounts that refunds went to, and old data of imports.
 */
async function purgeOldRecords(db: Db): Promise<void> {
  await write(db, async (tx) => {
    await purgeAudit(tx);
    await purgeCheckoutKeys(tx);
    await purgeKnownDevices(tx);
    await purgeStaffSessions(tx);
    await purgeStaffDevices(tx);
    await purgeStaffLinks(tx);
    await purgeUsedChallenges(tx);
    await purgePaymentEvents(tx);
    await purgeDeliveries(tx);
    await purgeStockAlerts(tx);
    await purgeStaffActions(tx);
    await erasePayees(tx);
  });
  await purgeUndoRecords(db, serverPacing);
}

/** Starts all background work of an open store. All of it is safe to run in several processes. */
export function startWorkers(
  db: Db,
  {
    transports,
    pictures,
    allowsPrivateWebhooks,
    jobs,
    onJobFailure,
    paymentProvider,
    eventHandlers,
    health,
    ...outbox
  }: {
    health: Omit<HealthCheckOptions, 'db'>;
    transports: readonly ConnectedTransport[];
    pictures: FileStorage;
    allowsPrivateWebhooks: boolean;
    jobs: Readonly<Record<string, Job>>;
    onJobFailure: (name: string) => void;
    paymentProvider: GuardedProvider | undefined;
    eventHandlers?: EventHandlers | undefined;
  } & Pick<OutboxSenderOptions, 'siteUrl' | 'onAttempt'>,
  log: Logger,
  purges?: Omit<PurgeSenderOptions, 'db' | 'log'>,
): BackgroundWorker {
  const run = (schedule: Schedule, failed: string, work: (stopping: AbortSignal) => Promise<unknown>): BackgroundWorker =>
    runPeriodically(schedule, work, (error) => log.error({ err: error }, failed));
  const finishImport = async (stopping: AbortSignal): Promise<void> => {
    const done = await finishInterruptedImport(db, { pace: serverPacing, stopping });
    if (done) log.info({ startedAt: done.started_at, state: done.state }, 'finished an interrupted import');
  };
  // Pictures of which an import has stored previews only. The import's own picture processes need the memory while it runs.
  const encodePictures = (signal: AbortSignal) =>
    encodeQueued(db, pictures, { signal, mayContinue: async () => (await readRun(db)) === undefined });
  const ofKinds = [...groupByKind(transports)];
  const sendable = ofKinds.map(([kind, ofKind]) => toSendable(kind, ofKind));
  const workers = [
    ...(purges ? [startPurgeSender({ db, log, ...purges })] : []),
    ...ofKinds.map(([kind, ofKind]) => startOutboxSender({ db, kind, transports: ofKind, log, ...outbox })),
    startPushSender({ db, log, siteUrl: outbox.siteUrl, allowsPrivate: allowsPrivateWebhooks }),
    startWebhookSender({ db, log, allowsPrivate: allowsPrivateWebhooks, eventHandlers }),
    run({ delayMs: HOUR_MS, initialDelayMs: MINUTE_MS }, 'the outbox could not be purged', () =>
      write(db, (tx) => purgeOutbox(tx, sendable)),
    ),
    run({ delayMs: HOLD_DELAY_MS, initialDelayMs: HOLD_DELAY_MS }, 'expired payments could not be released', () =>
      releaseExpiredHolds(db, paymentProvider, HOLD_DELAY_MS),
    ),
    run({ delayMs: MINUTE_MS, initialDelayMs: MINUTE_MS }, 'the provider could not be asked for pending refunds', () =>
      askPendingRefunds(db, paymentProvider),
    ),
    run({ delayMs: ALERT_DELAY_MS }, 'mails about products that are back could not be queued', (stopping) =>
      mailStockAlerts(db, stopping),
    ),
    run({ delayMs: CART_DELAY_MS, initialDelayMs: CART_DELAY_MS }, 'reminders of carts could not be queued', (stopping) =>
      remindOfCarts(db, stopping),
    ),
    run({ delayMs: SALE_DELAY_MS }, 'due sale prices could not be written: they are tried again', (stopping) =>
      applyAllDueSales(db, stopping),
    ),
    run({ delayMs: STAGED_DELAY_MS }, 'a change of an order could not be made: it is tried again', (stopping) =>
      applyDueChanges(db, stopping),
    ),
    run({ delayMs: 6 * HOUR_MS, initialDelayMs: 2 * MINUTE_MS }, 'old records could not be deleted', () => purgeOldRecords(db)),
    run({ delayMs: IMPORT_DELAY_MS }, 'an interrupted import could not be finished', finishImport),
    run({ delayMs: PICTURE_DELAY_MS }, 'pictures could not be made: they are tried again', encodePictures),
    ...(Object.keys(jobs).length > 0 ? [startJobRunner({ db, log, jobs, onFailure: onJobFailure })] : []),
    startHealthChecker({ db, ...health }, log),
    startWordIndexer(db, log),
  ];
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}
