import type { Logger } from 'pino';
import type { Db } from '#api/database/open.ts';
import type { MessageTransport } from '#api/services/messages/transport.ts';
import type { BackgroundWorker } from './background-worker.ts';
import { startHoldReleaser } from './hold-releaser.ts';
import { startImportFinisher } from './import-finisher.ts';
import { startOutboxPurger } from './outbox-purger.ts';
import { startOutboxSender } from './outbox-sender.ts';
import { startRecordPurger } from './record-purger.ts';

/** Starts everything that an open store does by itself. */
export function startWorkers(db: Db, deliveries: readonly MessageTransport[], log: Logger): BackgroundWorker {
  const workers = [
    ...deliveries.map((delivery) => startOutboxSender({ db, transport: delivery, log })),
    startOutboxPurger(db, deliveries, log),
    startHoldReleaser(db, log),
    startRecordPurger(db, log),
    startImportFinisher(db, log),
  ];
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}
