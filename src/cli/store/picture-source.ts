import { readFileSync } from 'node:fs';
import type { Db } from '#api/database/schema/engine.ts';
import { readMedia } from '#api/environment/media.ts';
import { PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import { createEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { createFolderSource, createWebSource, type PictureSource, storePicture } from '#api/services/pictures/picture-source.ts';
import type { LaterEncoding } from '#api/services/pictures/store-raster.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { requireFolder } from '#cli/arguments/file-paths.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';

/**
 * Where pictures wait of which only a preview is stored at once, and their files by the running shop. Where browsers read the storage itself
 * (MEDIA_PUBLIC_URL), no preview can take their place, so all files are made at once.
 */
export const findEncodingQueue = (db: Db): LaterEncoding | undefined =>
  readMedia(commandContext().env, []).publicUrl === undefined ? createEncodingQueue(db) : undefined;

/**
 * Opens the source of an import's pictures: a local folder, the folder to which they were `unpacked` with the products, or their web addresses.
 */
export function openPictureSource(
  db: Db,
  storage: FileStorage,
  folder: string | undefined,
  unpacked?: string | undefined,
): PictureSource {
  const later = findEncodingQueue(db);
  if (folder === undefined && unpacked !== undefined) return createFolderSource(storage, unpacked, later, { anywhere: true });
  if (folder === undefined) return createWebSource(storage, { later });
  requireFolder(folder);
  return createFolderSource(storage, folder, later);
}

/** Stores a picture file, which a message calls `name`, and returns its reference. Throws `CommandFailed` when it is refused. */
export async function storePictureFile(path: string, storage: FileStorage, name: string): Promise<string> {
  try {
    return (await storePicture(storage, readFileSync(path), { svg: 'allowed' })).reference;
  } catch (error) {
    throw error instanceof PictureRefused ? new CommandFailed(`${name} ${error.message}`) : error;
  }
}
