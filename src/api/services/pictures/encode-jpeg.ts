import type { Sharp } from 'sharp';

/** Encodes as JPEG on a white background, since JPEG has no transparency. */
export const encodeJpeg = (image: Sharp): Promise<Buffer> =>
  image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
