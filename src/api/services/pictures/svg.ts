import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { hashContent, hasMediaFile, writeMediaFile } from './media-files.ts';
import type { StoredPicture } from './raster.ts';
import { PictureRefused } from './refused.ts';
import { readSvgSize, validateSvg } from './svg-validation.ts';

const compress = promisify(brotliCompress);

/** Brotli's second-best setting: within 1% of the best in a tenth of the time. */
const QUALITY = 9;

/**
 * Validates an SVG and stores it unchanged, with a Brotli copy. The reference has the size from its viewBox. Throws `PictureRefused` when it
 * is not valid.
 */
export async function storeSvg(folder: string, bytes: Uint8Array): Promise<StoredPicture> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PictureRefused('is not encoded as UTF-8');
  }
  validateSvg(text);
  const { width, height } = readSvgSize(text);
  const name = `${hashContent(bytes)}.svg`;
  const isNew = !hasMediaFile(folder, name);
  if (isNew) {
    await writeMediaFile(folder, `${name}.br`, await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }));
    await writeMediaFile(folder, name, bytes);
  }
  return { reference: `/media/${name}#${width}x${height}`, isNew };
}
