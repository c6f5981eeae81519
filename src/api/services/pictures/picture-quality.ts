import type { AvifOptions, JpegOptions, Sharp, WebpOptions } from 'sharp';

/** Quality of stored pictures by format. */
export const avifOptions: AvifOptions = { quality: 55, effort: 3 };
export const webpOptions: WebpOptions = { quality: 78 };
const jpegOptions: JpegOptions = { quality: 80, mozjpeg: true };

/** Encodes as JPEG on a white background, since JPEG has no transparency. */
export const encodeJpeg = (image: Sharp): Promise<Buffer> =>
  image.flatten({ background: '#ffffff' }).jpeg(jpegOptions).toBuffer();
