import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { readRun } from '#api/services/import/run/lease.ts';
import { encodeQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

const DELAY_MS = 2000;

/**
 * Makes the files of pictures of which an import has stored previews only. Waits during an import, whose own picture processes need the memory.
 * Safe to run in several processes.
 */
export function startPictureEncoder(db: Db, pictures: FileStorage, log: Logger): BackgroundWorker {
  const mayContinue = async () => (await readRun(db)) === undefined;
  return runPeriodically(
    { delayMs: DELAY_MS },
    (signal) => encodeQueued(db, pictures, { signal, mayContinue }),
    (error) => log.error({ err: error }, 'pictures could not be made: they are tried again'),
  );
}
