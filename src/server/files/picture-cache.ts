import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isOutOfSpace } from '#api/database/errors/engine-errors.ts';
import { limitConcurrency } from '#api/services/concurrency.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { PICTURE_HASH } from '#lib/rules/pictures/stored-name.ts';

/** Files that imports store; nothing else is asked for, because each unknown name would cost a request. */
const pictureFile = new RegExp(`^${PICTURE_HASH}(?:-\\d{1,4}\\.(?:avif|webp|jpg)|\\.jpg|\\.svg(?:\\.br|\\.jpg)?)$`);

/** Timeout of a fetch including its time in the queue, in milliseconds. */
const FETCH_TIMEOUT_MS = 8000;

/** Fetches at a time, and how many may wait. */
const MAX_CONCURRENT = 16;
const MAX_QUEUED = 2000;

/** How long a missing file is not asked for again, in milliseconds, and how many such files are remembered. */
const MISSING_TTL_MS = 10_000;
const MAX_MISSING = 10_000;

/** Share of the limit that is kept when the cache is full. */
const KEPT_SHARE = 0.9;

/** Result of a fetch: in the cache folder now, not in the storage, or the storage cannot be reached in time. */
export type FetchedPicture = 'found' | 'missing' | 'unavailable';

export interface PictureCacheOptions {
  storage: FileStorage;
  folder: string;
  maxBytes: number;
  onError: (error: unknown) => void;
}

class QueueFull extends Error {}

/** Local copies of the pictures in a storage. The oldest reads are deleted first when the folder is full. */
export class PictureCache {
  readonly storage: FileStorage;
  readonly #options: PictureCacheOptions;
  readonly #limit = limitConcurrency(MAX_CONCURRENT, {
    maxQueued: MAX_QUEUED,
    createError: () => new QueueFull('Too many pictures are being fetched from the storage'),
  });
  readonly #inProgress = new Map<string, Promise<FetchedPicture>>();
  /** Names of missing files, with the time until which they are not asked for (milliseconds since 1970). */
  readonly #missing = new Map<string, number>();
  /** Size of the folder; undefined until it has been read. */
  #bytes: number | undefined;
  #evicting: Promise<void> | undefined;

  constructor(options: PictureCacheOptions) {
    this.storage = options.storage;
    this.#options = options;
  }

  /** Copies a picture file from the storage to the folder. Never throws. Concurrent calls for one file share the work. */
  fetch(name: string): Promise<FetchedPicture> {
    if (!pictureFile.test(name) || (this.#missing.get(name) ?? 0) > Date.now()) return Promise.resolve('missing');
    const work = this.#inProgress.get(name) ?? this.#fetch(name).finally(() => this.#inProgress.delete(name));
    this.#inProgress.set(name, work);
    return work;
  }

  forgetMissing(name: string): void {
    this.#missing.delete(name);
  }

  async #fetch(name: string): Promise<FetchedPicture> {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    try {
      const isFound = await this.#limit(async () => {
        signal.throwIfAborted();
        return await this.#download(name, signal).catch((error: unknown) => this.#downloadAgain(name, signal, error));
      });
      if (isFound) return 'found';
      if (this.#missing.size >= MAX_MISSING) this.#missing.clear();
      this.#missing.set(name, Date.now() + MISSING_TTL_MS);
      return 'missing';
    } catch (error) {
      if (!(error instanceof QueueFull)) this.#options.onError(error);
      return 'unavailable';
    }
  }

  /** Retries a download that broke off, once; after a full disk with an empty cache. */
  async #downloadAgain(name: string, signal: AbortSignal, error: unknown): Promise<boolean> {
    if (signal.aborted) throw error;
    if (isOutOfSpace(error)) await this.#evict(0);
    return this.#download(name, signal);
  }

  /** Downloads to a temporary file, which is then renamed. Returns false when the storage has no such file. */
  async #download(name: string, signal: AbortSignal): Promise<boolean> {
    const { folder, storage, maxBytes } = this.#options;
    const file = await storage.get(name, undefined, signal);
    if (!file) return false;
    const temporary = join(folder, `.${name}.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      await pipeline(file.content, createWriteStream(temporary), { signal });
      // All servers give the same validators: they are made from size and time.
      await utimes(temporary, new Date(), file.modified);
      await rename(temporary, join(folder, name));
    } catch (error) {
      file.content.destroy();
      await rm(temporary, { force: true });
      throw error;
    }
    this.#bytes = this.#bytes === undefined ? await this.#measure() : this.#bytes + file.bytes;
    if (this.#bytes > maxBytes) await this.#evict(maxBytes * KEPT_SHARE);
    return true;
  }

  async #measure(): Promise<number> {
    return (await this.#list()).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #list(): Promise<{ path: string; bytes: number; readAt: number }[]> {
    const names = await readdir(this.#options.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#options.folder, name);
        const stats = pictureFile.test(name) ? await stat(path).catch(() => undefined) : undefined;
        return stats ? [{ path, bytes: stats.size, readAt: stats.atimeMs }] : [];
      }),
    );
    return files.flat();
  }

  /** Deletes the files that were read longest ago until the folder has at most `maxBytes`. A file that is being sent stays open. */
  #evict(maxBytes: number): Promise<void> {
    this.#evicting ??= (async () => {
      const files = (await this.#list()).sort((a, b) => a.readAt - b.readAt);
      let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      // The newest is kept: a request is about to send it.
      for (const file of files.slice(0, -1)) {
        if (bytes <= maxBytes) break;
        await rm(file.path, { force: true });
        bytes -= file.bytes;
      }
      this.#bytes = bytes;
    })().finally(() => {
      this.#evicting = undefined;
    });
    return this.#evicting;
  }
}
