import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { storeDrawing } from './drawing.ts';
import { type FetchOptions, fetchPicture } from './fetch.ts';
import { readFromFolder } from './folder.ts';
import { imageType } from './image-type.ts';
import { contentHash, mediaFolder } from './media.ts';
import { isOwnReference, takeOwn } from './own.ts';
import { type Stored, storePhotograph } from './photograph.ts';
import { PictureRefused } from './refused.ts';

/** Where an import's pictures come from. */
export interface PictureSource {
  /** What changes when the picture does: its address, or what the file holds. Never throws. */
  fingerprint(source: string): Promise<string>;
  /** Keeps the picture and returns its reference. Throws `PictureRefused`. */
  take(source: string): Promise<Stored>;
  /** The owner's own picture of a sub-category, when there is one. */
  ofCategory(name: string): Promise<Stored | undefined>;
}

const none = async (): Promise<undefined> => undefined;

/** A sub-category's name as it stands in file names: "Men's - Watch" → "mens-watch". */
export const categorySlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Keeps a picture by what its bytes are. Drawings are taken from the owner's own folder only. */
export async function storePicture(dataDir: string, bytes: Uint8Array, drawings: 'taken' | 'refused'): Promise<Stored> {
  const type = imageType(bytes);
  if (!type) throw new PictureRefused('is not a JPEG, PNG, WebP, AVIF or GIF picture');
  if (type !== 'svg') return storePhotograph(mediaFolder(dataDir), bytes);
  if (drawings === 'refused') throw new PictureRefused('is an SVG drawing, which is taken from a local folder only');
  return storeDrawing(mediaFolder(dataDir), bytes);
}

/** Pictures fetched from their web addresses. */
export function fromWeb(dataDir: string, options: FetchOptions = {}): PictureSource {
  return {
    fingerprint: async (source) => source,
    take: async (source) =>
      isOwnReference(source)
        ? takeOwn(mediaFolder(dataDir), mediaFolder(dataDir), source)
        : storePicture(dataDir, await fetchPicture(source, options), 'refused'),
    ofCategory: none,
  };
}

/** Pictures that stay where they are: pages refer to their web addresses. */
export function asReferences(): PictureSource {
  return {
    fingerprint: async (source) => (isOwnReference(source) ? source : `left at ${source}`),
    take: async (source) => {
      if (isOwnReference(source)) return { reference: source, fresh: false };
      const url = URL.parse(source.replace(/^\/\//, 'https://'));
      if (!url || !/^https?:$/.test(url.protocol)) throw new PictureRefused('is not a web address');
      url.hash = '';
      // References are kept in a comma-separated list.
      return { reference: url.href.replaceAll(',', '%2C'), fresh: false };
    },
    ofCategory: none,
  };
}

const extensions = ['svg', 'avif', 'webp', 'png', 'jpg', 'jpeg'];

/** Pictures read from a folder of the owner's machine; `category-<slug>.<ext>` in it is the picture of a sub-category. */
export function fromFolder(dataDir: string, folder: string): PictureSource {
  return {
    fingerprint: async (source) =>
      isOwnReference(source)
        ? source
        : readFromFolder(folder, source).then(
            (bytes) => contentHash(bytes),
            () => `not in the folder: ${source}`,
          ),
    take: async (source) =>
      isOwnReference(source)
        ? takeOwn(mediaFolder(dataDir), folder, source)
        : storePicture(dataDir, await readFromFolder(folder, source), 'taken'),
    ofCategory: async (name) => {
      const file = extensions
        .map((ext) => `category-${categorySlug(name)}.${ext}`)
        .find((file) => existsSync(join(folder, file)));
      return file ? storePicture(dataDir, await readFromFolder(folder, file), 'taken') : undefined;
    },
  };
}
