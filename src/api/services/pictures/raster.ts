import { join } from 'node:path';
import sharp from 'sharp';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { pictureWidths } from '#lib/rules/pictures/reference.ts';
import { encodeJpeg } from './jpeg.ts';
import { hashContent, hasMediaFile, writeMediaFile } from './media-files.ts';
import { PictureRefused } from './refused.ts';

/** The most pixels to decode; more would take hundreds of megabytes of memory. */
const MAX_PIXELS = 50_000_000;

/** Width of the blurred placeholder in pixels; its file takes about fifty bytes. */
const PLACEHOLDER_WIDTH = 12;

/** Limits memory: decoded pictures are large. */
const limit = limitConcurrency(2);

/** A picture in the media folder. */
export interface StoredPicture {
  /** In the format of lib/rules/pictures/reference.ts. */
  reference: string;
  /** False when its files existed already. */
  isNew: boolean;
}

/**
 * Stores a raster picture as AVIF, WebP and JPEG in the widths of `pictureWidths`, rotated upright and without metadata. Skips the encoding
 * when the same bytes were stored before. Throws `PictureRefused` when they cannot be decoded or have more than 50 million pixels.
 */
export const storeRaster = (folder: string, bytes: Uint8Array): Promise<StoredPicture> => limit(() => encode(folder, bytes));

async function encode(folder: string, bytes: Uint8Array): Promise<StoredPicture> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  try {
    const { autoOrient } = await open().metadata();
    const widths = pictureWidths(autoOrient.width);
    const widest = widths.at(-1) as number;
    const hash = hashContent(bytes);
    const name = (width: number, ext: string) => `${hash}-${width}.${ext}`;
    const isNew = !hasMediaFile(folder, name(widest, 'jpg'));
    if (isNew) {
      const upright = await open().resize({ width: widest }).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer();
      for (const width of widths) {
        const sized = sharp(upright).resize({ width });
        await writeMediaFile(folder, name(width, 'avif'), await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer());
        await writeMediaFile(folder, name(width, 'webp'), await sized.clone().webp({ quality: 78 }).toBuffer());
        // The widest JPEG is written last: when it exists, all files do.
        await writeMediaFile(folder, name(width, 'jpg'), await encodeJpeg(sized));
      }
    }
    const height = Math.max(1, Math.round((autoOrient.height * widest) / autoOrient.width));
    const placeholder = await sharp(join(folder, name(widths[0] as number, 'jpg')))
      .resize({ width: PLACEHOLDER_WIDTH })
      .webp({ quality: 30 })
      .toBuffer();
    return { reference: `/media/${name(widest, 'jpg')}#${widest}x${height}~${placeholder.toString('base64url')}`, isNew };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (message.includes('pixel limit')) throw new PictureRefused('has more than 50 million pixels');
    if (error instanceof Error && 'code' in error) throw error;
    throw new PictureRefused(`cannot be decoded (${message})`);
  }
}
