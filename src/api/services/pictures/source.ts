import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { type FetchPictureOptions, fetchPicture } from './fetch.ts';
import { readFromFolder } from './folder.ts';
import { detectImageType } from './image-type.ts';
import { hashContent } from './media-files.ts';
import { importMediaFiles, isMediaReference } from './media-references.ts';
import { type StoredPicture, storeRaster } from './raster.ts';
import { PictureRefused } from './refused.ts';
import { storeSvg } from './svg.ts';

/** Where an import's pictures come from. */
export interface PictureSource {
  /** What changes when the picture does: its address, or what the file holds. Never throws. */
  fingerprint(source: string): Promise<string>;
  /** Keeps the picture and returns its reference. Throws `PictureRefused`. */
  store(source: string): Promise<StoredPicture>;
  /** The owner's own picture of a sub-category, when there is one. */
  findCategoryPicture(name: string): Promise<StoredPicture | undefined>;
}

const none = async (): Promise<undefined> => undefined;

/** A sub-category's name as it stands in file names: "Men's - Watch" → "mens-watch". */
export const toCategorySlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Keeps a picture by what its bytes are. Drawings are taken from the owner's own folder only. */
export async function storePicture(dataDir: string, bytes: Uint8Array, drawings: 'taken' | 'refused'): Promise<StoredPicture> {
  const type = detectImageType(bytes);
  if (!type) throw new PictureRefused('is not a JPEG, PNG, WebP, AVIF or GIF picture');
  if (type !== 'svg') return storeRaster(mediaFolder(dataDir), bytes);
  if (drawings === 'refused') throw new PictureRefused('is an SVG drawing, which is taken from a local folder only');
  return storeSvg(mediaFolder(dataDir), bytes);
}

/** Pictures fetched from their web addresses. */
export function createWebSource(dataDir: string, options: FetchPictureOptions = {}): PictureSource {
  return {
    fingerprint: async (source) => source,
    store: async (source) =>
      isMediaReference(source)
        ? importMediaFiles(mediaFolder(dataDir), mediaFolder(dataDir), source)
        : storePicture(dataDir, await fetchPicture(source, options), 'refused'),
    findCategoryPicture: none,
  };
}

/** Pictures that stay where they are: pages refer to their web addresses. */
export function createReferenceSource(): PictureSource {
  return {
    fingerprint: async (source) => (isMediaReference(source) ? source : `left at ${source}`),
    store: async (source) => {
      if (isMediaReference(source)) return { reference: source, isNew: false };
      const url = URL.parse(source.replace(/^\/\//, 'https://'));
      if (!url || !/^https?:$/.test(url.protocol)) throw new PictureRefused('is not a web address');
      url.hash = '';
      // References are kept in a comma-separated list.
      return { reference: url.href.replaceAll(',', '%2C'), isNew: false };
    },
    findCategoryPicture: none,
  };
}

const extensions = ['svg', 'avif', 'webp', 'png', 'jpg', 'jpeg'];

/** Pictures read from a folder of the owner's machine; `category-<slug>.<ext>` in it is the picture of a sub-category. */
export function createFolderSource(dataDir: string, folder: string): PictureSource {
  return {
    fingerprint: async (source) =>
      isMediaReference(source)
        ? source
        : readFromFolder(folder, source).then(
            (bytes) => hashContent(bytes),
            () => `not in the folder: ${source}`,
          ),
    store: async (source) =>
      isMediaReference(source)
        ? importMediaFiles(mediaFolder(dataDir), folder, source)
        : storePicture(dataDir, await readFromFolder(folder, source), 'taken'),
    findCategoryPicture: async (name) => {
      const file = extensions
        .map((ext) => `category-${toCategorySlug(name)}.${ext}`)
        .find((file) => existsSync(join(folder, file)));
      return file ? storePicture(dataDir, await readFromFolder(folder, file), 'taken') : undefined;
    },
  };
}
