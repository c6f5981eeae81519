import type { Sharp } from 'sharp';
import { limitConcurrency } from '#api/services/concurrency/limit-concurrency.ts';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { pictureWidths } from '#lib/rules/pictures/widths.ts';
import { hashContent } from './content-hash.ts';
import { sharp } from './image-library.ts';
import { avifOptions, encodeJpeg, webpOptions } from './picture-quality.ts';
import { PictureRefused } from './picture-refused.ts';
import { encodePlaceholder } from './placeholder.ts';
import { MAX_PIXELS } from './size-limit.ts';

/** Limits memory: decoded pictures are large. Storing them is not limited, because it may wait for a slow network. */
const limit = limitConcurrency(2);

/** A stored picture. */
export interface StoredPicture {
  /** In the format of lib/rules/pictures/widths.ts. */
  reference: string;
  /** False when its files existed already. */
  isNew: boolean;
}

/** The files of a picture by their names, the widest JPEG last. */
type PictureFiles = [name: string, bytes: Buffer][];

/**
 * Stores a raster picture as AVIF, WebP and JPEG in the widths of `pictureWidths`, rotated upright and without metadata. Skips the encoding
 * when the same bytes were stored before. Throws `PictureRefused` when they cannot be decoded or have more than `MAX_PIXELS`.
 */
export async function storeRaster(storage: FileStorage, bytes: Uint8Array): Promise<StoredPicture> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  const { autoOrient } = await refuseUndecodable(() => open().metadata());
  const widths = pictureWidths(autoOrient.width);
  const [narrowest, widest] = [widths[0] as number, widths.at(-1) as number];
  const hash = hashContent(bytes);
  const nameOf = (width: number, ext: string) => `${hash}-${width}.${ext}`;
  const [isComplete, stored] = await Promise.all([
    storage.head(nameOf(widest, 'jpg')),
    readStoredFile(storage, nameOf(narrowest, 'jpg')),
  ]);
  let smallest = isComplete && stored;
  const isNew = smallest === undefined;
  if (isNew) {
    const files = await limit(() => refuseUndecodable(() => encode(open(), widths, nameOf)));
    await storeFiles(storage, files);
    smallest = files.find(([name]) => name === nameOf(narrowest, 'jpg'))?.[1];
  }
  const height = Math.max(1, Math.round((autoOrient.height * widest) / autoOrient.width));
  const placeholder = await encodePlaceholder(smallest);
  return { reference: `/media/${nameOf(widest, 'jpg')}#${widest}x${height}~${placeholder.toString('base64url')}`, isNew };
}

/** Stores the widest JPEG last: when it exists, all files do. */
async function storeFiles(storage: FileStorage, files: PictureFiles): Promise<void> {
  const last = files.at(-1);
  await Promise.all(files.slice(0, -1).map(([name, bytes]) => storage.put(name, bytes)));
  if (last) await storage.put(...last);
}

async function encode(picture: Sharp, widths: number[], nameOf: (width: number, ext: string) => string): Promise<PictureFiles> {
  const files: PictureFiles = [];
  const upright = await picture
    .resize({ width: widths.at(-1) as number })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (const width of widths) {
    const sized = sharp(upright).resize({ width });
    files.push([nameOf(width, 'avif'), await sized.clone().avif(avifOptions).toBuffer()]);
    files.push([nameOf(width, 'webp'), await sized.clone().webp(webpOptions).toBuffer()]);
    files.push([nameOf(width, 'jpg'), await encodeJpeg(sized)]);
  }
  return files;
}

/** Turns an error of the decoder into a `PictureRefused`. */
async function refuseUndecodable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (message.includes('pixel limit')) throw new PictureRefused(`has more than ${MAX_PIXELS / 1e6} million pixels`);
    if (error instanceof Error && 'code' in error) throw error;
    throw new PictureRefused(`cannot be decoded (${message})`);
  }
}
