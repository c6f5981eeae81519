import { join } from 'node:path';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { IMMUTABLE } from '#api/services/cache-control.ts';
import type { FileStorage } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { S3Settings } from './s3/settings.ts';

export interface StoreFiles {
  /** Served to everyone. */
  pictures: FileStorage;
  /** Copies of the database; never public. */
  backups: FileStorage;
  /** The files of imports; never public. Kept in S3-compatible storage only. */
  imports?: FileStorage;
}

/** The pictures of a shop without S3-compatible storage. */
export const createPictureFolder = (dataDir: string): FileStorage => createFolderStorage(mediaFolder(dataDir));

/** Opens a shop's storage: folders of `dataDir`, or S3-compatible storage, whose client is loaded only then. Sends no request. */
export async function openStoreFiles(dataDir: string, s3?: S3Settings): Promise<StoreFiles> {
  if (!s3) {
    const backups = createFolderStorage(join(dataDir, 'backups'), { isPrivate: true });
    return { pictures: createPictureFolder(dataDir), backups };
  }
  const { createS3Storage } = await import('./s3/s3-storage.ts');
  const below = (folder: string): S3Settings => ({ ...s3, prefix: `${s3.prefix}${folder}/` });
  return {
    pictures: createS3Storage(below('media'), { cacheControl: IMMUTABLE }),
    backups: createS3Storage(below('private/backups')),
    imports: createS3Storage(below('private/imports')),
  };
}
