import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { PictureRefused } from './accepted-pictures.ts';
import { hashContent, type StoredPicture } from './store-raster.ts';
import { readSvgSize, validateSvg } from './svg-validation.ts';

const compressSvg = promisify(brotliCompress);

/** Options of Brotli. Quality 9 is within 1% of the best in a tenth of the time; a window of the text's size saves clearing megabytes. */
const compression = (bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      Math.max(Math.ceil(Math.log2(bytes)), constants.BROTLI_MIN_WINDOW_BITS),
      constants.BROTLI_DEFAULT_WINDOW,
    ),
  },
});

/**
 * Validates an SVG and stores it unchanged, with a Brotli copy. The reference has the size from its viewBox. Throws `PictureRefused` when it
 * is not valid.
 */
export async function storeSvg(storage: FileStorage, bytes: Uint8Array): Promise<StoredPicture> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PictureRefused('is not encoded as UTF-8');
  }
  validateSvg(text);
  const { width, height } = readSvgSize(text);
  const name = `${hashContent(bytes)}.svg`;
  const isNew = !(await storage.head(name));
  if (isNew) {
    await storage.put(`${name}.br`, await compressSvg(bytes, compression(bytes.length)));
    await storage.put(name, bytes);
  }
  return { reference: `/media/${name}#${width}x${height}`, isNew };
}
