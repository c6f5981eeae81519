import type { Logger } from 'pino';
import type { Db } from '#api/database/open.ts';
import type { Delivery } from '#api/services/delivery.ts';
import { startHoldReleaser } from './hold-releaser.ts';
import { startImportFinisher } from './import-finisher.ts';
import { startOutboxSender } from './outbox-sender.ts';
import { startOutboxTidier } from './outbox-tidier.ts';
import { startRecordTidier } from './record-tidier.ts';
import type { Worker } from './worker.ts';

/** Starts everything that an open store does by itself. */
export function startWorkers(db: Db, deliveries: readonly Delivery[], log: Logger): Worker {
  const workers = [
    ...deliveries.map((delivery) => startOutboxSender({ db, delivery, log })),
    startOutboxTidier(db, deliveries, log),
    startHoldReleaser(db, log),
    startRecordTidier(db, log),
    startImportFinisher(db, log),
  ];
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}
