import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';

/** Path of the SQLite database in a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'shop.db');

/** Path of the file that a running server keeps locked in a data folder with an SQLite database. */
export const serverLockFile = (dataDir: string): string => join(dataDir, 'server.lock');

/** Path of the folder with the shop's pictures in a data folder. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media');

/** Path of the folder with local copies of pictures in S3-compatible storage. */
export const pictureCacheFolder = (dataDir: string): string => join(dataDir, 'media-cache');

/** Path of the folder with the mappings of tables that were imported, in a data folder. */
export const mappingsFolder = (dataDir: string): string => join(dataDir, 'mappings');

/** Files that earlier versions kept of a large catalogue. */
const FORMER_CACHES = ['columns.cache', 'search-matches.cache', 'search-terms.cache'];

/** Removes files of earlier versions that nothing reads any more. Never throws: they only take room. */
export function removeFormerCaches(dataDir: string): void {
  for (const name of FORMER_CACHES) {
    try {
      rmSync(join(dataDir, name), { force: true });
    } catch {
      // Such as a read-only folder.
    }
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creates a folder (with `mode`, if given) and its parents, one at a time: `mkdir` with `recursive` never returns below /proc. */
export function ensureFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  ensureFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

/** Mode of a new data folder. An existing one keeps its mode, because it may hold other files too. */
const OWNER_ONLY = 0o700;

/** Creates the data folder unless it exists. Throws `StoreUnavailable` when it cannot be created. */
export function ensureDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    ensureFolder(folder, OWNER_ONLY);
  } catch (error) {
    const problem = `The data folder ${folder} cannot be created (${reasonOf(error)})`;
    throw new StoreUnavailable(problem, 'Set DATA_DIR to another folder', { cause: error });
  }
}
