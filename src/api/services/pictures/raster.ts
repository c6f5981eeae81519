import { join } from 'node:path';
import sharp from 'sharp';
import { pictureWidths } from '#lib/rules/pictures/reference.ts';
import { limitConcurrency } from './concurrency.ts';
import { hashContent, hasMediaFile, writeMediaFile } from './media-files.ts';
import { PictureRefused } from './refused.ts';

/** The most pixels a photograph may have: decoding more would take hundreds of megabytes. */
const MAX_PIXELS = 50_000_000;

/** Pixels across of the placeholder; blurred to full size it is a hint of the picture's colours in some fifty bytes. */
const PLACEHOLDER_WIDTH = 12;

/** Decoded photographs are large: no more than two are in memory at a time. */
const encoding = limitConcurrency(2);

/** What a photograph became: its reference, and whether its files were there already. */
export interface StoredPicture {
  reference: string;
  isNew: boolean;
}

/**
 * Keeps a photograph as AVIF, WebP and JPEG in the widths of `pictureWidths`, upright and without its metadata, and returns the
 * reference that rules/picture.ts reads. The same bytes are not encoded twice. Throws `PictureRefused` when the bytes do not decode
 * or have more than 50 million pixels.
 */
export const storeRaster = (folder: string, bytes: Uint8Array): Promise<StoredPicture> => encoding(() => encode(folder, bytes));

async function encode(folder: string, bytes: Uint8Array): Promise<StoredPicture> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  try {
    const { autoOrient } = await open().metadata();
    const widths = pictureWidths(autoOrient.width);
    const widest = widths.at(-1) as number;
    const hash = hashContent(bytes);
    const name = (width: number, ext: string) => `${hash}-${width}.${ext}`;
    const fresh = !hasMediaFile(folder, name(widest, 'jpg'));
    if (fresh) {
      const upright = await open().resize({ width: widest }).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer();
      for (const width of widths) {
        const sized = sharp(upright).resize({ width });
        await writeMediaFile(folder, name(width, 'avif'), await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer());
        await writeMediaFile(folder, name(width, 'webp'), await sized.clone().webp({ quality: 78 }).toBuffer());
        // The widest JPEG comes last: where it stands, all the others do.
        await writeMediaFile(
          folder,
          name(width, 'jpg'),
          await sized.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
        );
      }
    }
    const height = Math.max(1, Math.round((autoOrient.height * widest) / autoOrient.width));
    const tiny = await sharp(join(folder, name(widths[0] as number, 'jpg')))
      .resize({ width: PLACEHOLDER_WIDTH })
      .webp({ quality: 30 })
      .toBuffer();
    return { reference: `/media/${name(widest, 'jpg')}#${widest}x${height}~${tiny.toString('base64url')}`, isNew: fresh };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (message.includes('pixel limit')) throw new PictureRefused('has more than 50 million pixels');
    if (error instanceof Error && 'code' in error) throw error;
    throw new PictureRefused(`cannot be decoded (${message})`);
  }
}
