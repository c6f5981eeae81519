/**
 * Length of the content hash that names a stored picture's files, in hex digits. A page names dozens of pictures, and a hash does not
 * compress. Of 10 million pictures two have the same 16 digits with a probability of 3 in a million.
 */
export const PICTURE_HASH_DIGITS = 16;

/** This hash as part of a regular expression. Pictures stored by older versions have 24 digits. */
export const PICTURE_HASH = `[0-9a-f]{${PICTURE_HASH_DIGITS}}(?:[0-9a-f]{8})?`;

const encodedFile = new RegExp(`^(${PICTURE_HASH})-\\d{1,4}\\.(?:avif|webp|jpg)$`);

/** File name of the JPEG that is shown until all files of a picture are made. */
export const previewName = (hash: string): string => `${hash}.jpg`;

/** The preview of a raster picture's file; undefined for any other file name. */
export function previewOf(file: string): string | undefined {
  const [, hash] = encodedFile.exec(file) ?? [];
  return hash && previewName(hash);
}

/** Maximum size of the JPEG of an SVG, in pixels. */
const MAX_SIZE = { width: 1200, height: 1600 } as const;

export interface PixelSize {
  width: number;
  height: number;
}

/** Size of an SVG's JPEG in pixels: the largest of the same aspect ratio within `MAX_SIZE`. */
export function svgJpegSize({ width, height }: PixelSize): PixelSize {
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const SVG = `${PICTURE_HASH}\\.svg`;
const svgPath = new RegExp(`^/media/${SVG}$`);
const jpegName = new RegExp(`^(${SVG})\\.jpg$`);

/**
 * Path of the JPEG of a stored SVG, for link previews and shopping feeds, which do not read SVG. The host creates it on first request;
 * undefined for any other URL.
 */
export const svgJpegPath = (src: string): string | undefined => (svgPath.test(src) ? `${src}.jpg` : undefined);

/** File name of the SVG of which a stored file is the JPEG; undefined for any other file name. */
export const svgOfJpeg = (name: string): string | undefined => jpegName.exec(name)?.[1];
