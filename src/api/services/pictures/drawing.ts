import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { contentHash, isStored, store } from './media.ts';
import type { Stored } from './photograph.ts';
import { PictureRefused } from './refused.ts';
import { checkSvg, svgSize } from './svg-check.ts';

const compress = promisify(brotliCompress);

/** Brotli's second-best setting: within 1 % of the best at a tenth of its time. */
const QUALITY = 9;

/**
 * Keeps a drawing as it is, with a Brotli copy beside it, and returns its reference with the size from its viewBox. Throws
 * `PictureRefused` when it holds more than shapes.
 */
export async function storeDrawing(folder: string, bytes: Uint8Array): Promise<Stored> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PictureRefused('is not encoded as UTF-8');
  }
  checkSvg(text);
  const { width, height } = svgSize(text);
  const name = `${contentHash(bytes)}.svg`;
  const fresh = !isStored(folder, name);
  if (fresh) {
    await store(folder, `${name}.br`, await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }));
    await store(folder, name, bytes);
  }
  return { reference: `/media/${name}#${width}x${height}`, fresh };
}
