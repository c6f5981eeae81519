import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { PICTURE_WIDTHS, pictureWidths } from '#lib/rules/pictures/widths.ts';
import { hashContent } from './content-hash.ts';
import { encodePicture, measurePicture, readPlaceholder } from './encode-picture.ts';
import { PictureRefused } from './picture-refused.ts';
import { storableWidth } from './size-limit.ts';

/** A stored picture. */
export interface StoredPicture {
  /** In the format of lib/rules/pictures/widths.ts. */
  reference: string;
  /** False when its files existed already. */
  isNew: boolean;
}

/** The files of a picture by their names, the widest JPEG last. */
type PictureFiles = [name: string, bytes: Uint8Array][];

/**
 * Stores a raster picture as AVIF, WebP and JPEG in the widths of `pictureWidths`, rotated upright and without metadata, smaller when it
 * has more pixels than can be stored. Skips the encoding when the same bytes were stored before. Throws `PictureRefused` when they cannot be decoded
 * within the limits of time and memory or have more than `MAX_PIXELS`.
 */
export async function storeRaster(storage: FileStorage, bytes: Uint8Array): Promise<StoredPicture> {
  const size = await measurePicture(bytes);
  // Only what is shown counts: `pictureWidths` makes a wide picture narrower.
  const shown = Math.min(size.width, PICTURE_WIDTHS[2]);
  const widths = pictureWidths(storableWidth(shown, (size.height * shown) / size.width));
  const [narrowest, widest] = [widths[0] as number, widths.at(-1) as number];
  if (widest < 1) throw new PictureRefused(`is too narrow for its height of ${size.height} pixels`);
  const hash = hashContent(bytes);
  const nameOf = (width: number, ext: string) => `${hash}-${width}.${ext}`;
  const [isComplete, stored] = await Promise.all([
    storage.head(nameOf(widest, 'jpg')),
    readStoredFile(storage, nameOf(narrowest, 'jpg')),
  ]);
  let smallest: Uint8Array | undefined = isComplete && stored;
  const isNew = smallest === undefined;
  if (!smallest) {
    const files: PictureFiles = (await encodePicture(bytes, widest)).map(({ width, ext, bytes }) => [nameOf(width, ext), bytes]);
    await storeFiles(storage, files);
    smallest = files.find(([name]) => name === nameOf(narrowest, 'jpg'))?.[1] as Uint8Array;
  }
  const height = Math.max(1, Math.round((size.height * widest) / size.width));
  const placeholder = await readPlaceholder(smallest);
  return { reference: `/media/${nameOf(widest, 'jpg')}#${widest}x${height}~${placeholder.toString('base64url')}`, isNew };
}

/** Stores the widest JPEG last: when it exists, all files do. */
async function storeFiles(storage: FileStorage, files: PictureFiles): Promise<void> {
  const last = files.at(-1);
  await Promise.all(files.slice(0, -1).map(([name, bytes]) => storage.put(name, bytes)));
  if (last) await storage.put(...last);
}
