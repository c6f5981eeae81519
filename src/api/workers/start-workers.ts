import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import type { MessageTransport } from '#api/services/messages/message-transport.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import type { BackgroundWorker } from './background-worker.ts';
import { type PurgeSenderOptions, startPurgeSender } from './cdn-purge-sender.ts';
import { startHoldReleaser } from './expired-hold-releaser.ts';
import { startImportFinisher } from './interrupted-import-finisher.ts';
import { startRecordPurger } from './old-record-purger.ts';
import { startOutboxPurger } from './outbox-purger.ts';
import { startOutboxSender } from './outbox-sender.ts';
import { startPictureEncoder } from './picture-encoder.ts';
import { startWebhookSender } from './webhook-sender.ts';
import { startWordIndexer } from './word-indexer.ts';

/** Starts all background work of an open store. */
export function startWorkers(
  db: Db,
  {
    transports,
    pictures,
    allowsPrivateWebhooks,
  }: { transports: readonly MessageTransport[]; pictures: FileStorage; allowsPrivateWebhooks: boolean },
  log: Logger,
  purges?: Omit<PurgeSenderOptions, 'db' | 'log'>,
): BackgroundWorker {
  const workers = [
    ...(purges ? [startPurgeSender({ db, log, ...purges })] : []),
    ...transports.map((transport) => startOutboxSender({ db, transport, log })),
    startOutboxPurger(db, transports, log),
    startWebhookSender({ db, log, allowsPrivate: allowsPrivateWebhooks }),
    startHoldReleaser(db, log),
    startRecordPurger(db, log),
    startImportFinisher(db, log),
    startPictureEncoder(db, pictures, log),
    startWordIndexer(db, log),
  ];
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}
