import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { collectionHandle } from '#lib/rules/routes/category-path.ts';
import { PictureRefused, parseWebUrl } from './accepted-pictures.ts';
import { type FetchPictureOptions, fetchPicture } from './fetch-picture.ts';
import { FolderFiles } from './folder-files.ts';
import { detectImageType } from './image-type.ts';
import { importMediaFiles, isMediaReference } from './media-references.ts';
import { readFromFolder, SharedFiles } from './read-from-folder.ts';
import { hashContent, type LaterEncoding, type StoredPicture, storeRaster } from './store-raster.ts';
import { storeSvg } from './store-svg.ts';

/** Where an import gets pictures from. */
export interface PictureSource {
  /** Changes when the picture does: its URL, or a hash of its file. Never throws. */
  fingerprint(source: string): Promise<string>;
  /** Stores the picture. Throws `PictureRefused`. */
  store(source: string): Promise<StoredPicture>;
  /** The owner's picture of a sub-category, when there is one. */
  findCategoryPicture(name: string): Promise<StoredPicture | undefined>;
  /** Files of a folder that several web addresses of the import got: perhaps the wrong picture. */
  sharedFiles(): ReturnType<SharedFiles['list']>;
  /** The pictures of a folder and the folders in it, each by a name that `store` takes; undefined where there is no folder. */
  listFiles?(): Promise<string[]>;
}

const none = async (): Promise<undefined> => undefined;

export interface StorePictureOptions {
  /** SVG is accepted only from the owner. */
  svg: 'allowed' | 'refused';
  /** Where photographs are added of which only the first files are stored; by default all are made at once. */
  later?: LaterEncoding | undefined;
}

/** Stores a picture by its detected type. Throws `PictureRefused`. */
export async function storePicture(
  pictures: FileStorage,
  bytes: Uint8Array,
  { svg, later }: StorePictureOptions,
): Promise<StoredPicture> {
  const type = detectImageType(bytes);
  if (!type) throw new PictureRefused('is not a JPEG, PNG, WebP, AVIF or GIF picture');
  if (type !== 'svg') return storeRaster(pictures, bytes, later);
  if (svg === 'refused') throw new PictureRefused('is an SVG, which is accepted from a local folder only');
  return storeSvg(pictures, bytes);
}

/** Fetches pictures from their URLs. */
export function createWebSource(
  pictures: FileStorage,
  { later, ...options }: FetchPictureOptions & Pick<StorePictureOptions, 'later'> = {},
): PictureSource {
  return {
    fingerprint: async (source) => source,
    store: async (source) =>
      isMediaReference(source)
        ? importMediaFiles(pictures, undefined, source)
        : storePicture(pictures, await fetchPicture(source, options), { svg: 'refused', later }),
    findCategoryPicture: none,
    sharedFiles: () => [],
  };
}

/** Leaves pictures where they are: pages refer to their URLs. */
export function createReferenceSource(): PictureSource {
  return {
    fingerprint: async (source) => (isMediaReference(source) ? source : `left at ${source}`),
    store: async (source) => {
      if (isMediaReference(source)) return { reference: source, isNew: false };
      const url = parseWebUrl(source);
      url.hash = '';
      // References are stored in a comma-separated list.
      return { reference: url.href.replaceAll(',', '%2C'), isNew: false };
    },
    findCategoryPicture: none,
    sharedFiles: () => [],
  };
}

const extensions = ['svg', 'avif', 'webp', 'png', 'jpg', 'jpeg'];

/**
 * Reads pictures from a local folder; `category-<slug>.<ext>` there is the picture of a sub-category. With `anywhere`, pictures are also found
 * in the folders in it.
 */
export function createFolderSource(
  pictures: FileStorage,
  folder: string,
  later?: LaterEncoding,
  { anywhere = false } = {},
): PictureSource {
  const shared = new SharedFiles();
  const files = new FolderFiles(folder);
  const read = (source: string) => readFromFolder(folder, source, shared, anywhere ? files : undefined);
  const options = { svg: 'allowed', later } as const;
  return {
    fingerprint: async (source) =>
      isMediaReference(source)
        ? source
        : read(source).then(
            (bytes) => hashContent(bytes),
            () => `not in the folder: ${source}`,
          ),
    store: async (source) =>
      isMediaReference(source) ? importMediaFiles(pictures, folder, source) : storePicture(pictures, await read(source), options),
    findCategoryPicture: async (name) => {
      const names = extensions.map((ext) => `category-${collectionHandle(name)}.${ext}`);
      const [elsewhere] = anywhere ? await files.find(names) : [];
      const file = names.find((file) => existsSync(join(folder, file))) ?? elsewhere;
      return file ? storePicture(pictures, await readFromFolder(folder, file), options) : undefined;
    },
    sharedFiles: () => shared.list(),
    listFiles: () => files.list(),
  };
}
