import type { Db } from '#api/database/schema/engine.ts';
import { readMedia } from '#api/environment/media.ts';
import { createEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { createFolderSource, createWebSource, type PictureSource } from '#api/services/pictures/picture-source.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { requireFolder } from '#cli/arguments/file-paths.ts';
import { commandContext } from '#cli/process/command-context.ts';

/**
 * Opens the source of an import's pictures: a local folder, or their web addresses. A preview of each is stored at once and its files by the
 * running shop. Where browsers read the storage itself (MEDIA_PUBLIC_URL), no preview can take their place, so all files are made at once.
 */
export function openPictureSource(db: Db, storage: FileStorage, folder: string | undefined): PictureSource {
  const { publicUrl } = readMedia(commandContext().env, []);
  const later = publicUrl === undefined ? createEncodingQueue(db) : undefined;
  if (folder === undefined) return createWebSource(storage, { later });
  requireFolder(folder);
  return createFolderSource(storage, folder, later);
}
