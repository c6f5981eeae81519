import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#api/database/schema/engine.ts';
import { PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import { sourceName, storeAllFiles } from '#api/services/pictures/store-raster.ts';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { previewName } from '#lib/rules/pictures/stored-name.ts';
import { describePicture } from './encode-picture.ts';
import {
  claimPicture,
  completePicture,
  failPicture,
  type PictureJob,
  postponePicture,
  readEncodingQueue,
  releasePicture,
} from './encoding-queue.ts';

/** How many pictures are claimed at a time: as many as encode-picture.ts encodes. */
const CONCURRENT = 2;

/** Interval at which pictures are waited for that another process makes, in milliseconds. */
const POLL_MS = 500;

/** Makes all files of a queued picture, then removes its first files. Throws `PictureRefused`. */
async function encode(db: Db, storage: FileStorage, job: PictureJob, signal?: AbortSignal): Promise<void> {
  const { hash } = job;
  const bytes = await readStoredFile(storage, sourceName(hash));
  if (!bytes) throw new PictureRefused('lacks its source file: import it again');
  const { width } = await describePicture(bytes);
  await storeAllFiles(storage, hash, bytes, width, signal);
  await completePicture(db, job);
  await storage.delete(sourceName(hash));
  await storage.delete(previewName(hash));
}

/** Makes the next queued picture. Returns false when none is due. */
async function encodeNext(db: Db, storage: FileStorage, signal?: AbortSignal): Promise<boolean> {
  const job = await claimPicture(db);
  if (!job) return false;
  try {
    await encode(db, storage, job, signal);
  } catch (error) {
    if (signal?.aborted) await releasePicture(db, job);
    else if (error instanceof PictureRefused) await failPicture(db, job, error.message);
    else {
      await postponePicture(db, job);
      throw error;
    }
  }
  return true;
}

export interface EncodeQueuedOptions {
  /** Ends the picture in work, which stays queued. */
  signal?: AbortSignal;
  /** Asked before each picture. */
  mayContinue?: () => Promise<boolean>;
  /** Called after each picture. */
  onProgress?: () => void;
}

/** Makes the files of all queued pictures that are due. Safe to run in several processes. Throws what the storage or the database throws. */
export async function encodeQueued(
  db: Db,
  storage: FileStorage,
  { signal, mayContinue, onProgress }: EncodeQueuedOptions = {},
): Promise<void> {
  const encodeOneByOne = async (): Promise<void> => {
    while (!signal?.aborted && (await mayContinue?.()) !== false && (await encodeNext(db, storage, signal))) onProgress?.();
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENT }, encodeOneByOne));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Makes the files of all queued pictures, and waits for those that another process is making. */
export async function finishQueued(db: Db, storage: FileStorage, onProgress?: (waiting: number) => void): Promise<void> {
  for (;;) {
    const { waiting } = await readEncodingQueue(db);
    onProgress?.(waiting);
    if (waiting === 0) return;
    let left = waiting;
    await encodeQueued(db, storage, { onProgress: () => onProgress?.(--left) });
    await sleep(POLL_MS);
  }
}
