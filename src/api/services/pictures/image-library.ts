import type { AvifOptions, JpegOptions, Sharp, WebpOptions } from 'sharp';
import sharp from 'sharp';

// Its cache keeps decoded pictures, and each of its threads needs memory of its own; callers encode pictures in parallel where it helps.
sharp.cache(false);
sharp.concurrency(1);

/** The image library, set up to use little memory. Large: load it when it is needed. */
export { sharp };

/** Quality of stored pictures by format. */
export const avifOptions: AvifOptions = { quality: 55, effort: 3 };
export const webpOptions: WebpOptions = { quality: 78 };
const jpegOptions: JpegOptions = { quality: 80, mozjpeg: true };

/** Width of a preview at most, in pixels. */
export const PREVIEW_WIDTH = 800;

/** What a picture's files are made from differs from it by less than their own compression does. */
export const sourceOptions: JpegOptions = { quality: 95, chromaSubsampling: '4:4:4' };

/** Encodes a preview: a tenth of the time of `encodeJpeg`, a tenth more bytes. */
export const encodePreview = (image: Sharp): Promise<Buffer> =>
  image.flatten({ background: '#ffffff' }).jpeg({ quality: 78 }).toBuffer();

/** Encodes as JPEG on a white background, since JPEG has no transparency. */
export const encodeJpeg = (image: Sharp): Promise<Buffer> =>
  image.flatten({ background: '#ffffff' }).jpeg(jpegOptions).toBuffer();
