/** A picture that cannot be used. The message says why and continues a sentence that starts with the picture's name. */
export class PictureRefused extends Error {}

/** Adds `https:` to a protocol-relative URL. */
export const addProtocol = (source: string): string => source.replace(/^\/\//, 'https://');

/** Parses an `http:` or `https:` URL, which may be protocol-relative or relative to `base`. Throws `PictureRefused`. */
export function parseWebUrl(source: string, base?: URL): URL {
  const url = URL.parse(base ? source : addProtocol(source), base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new PictureRefused('is not a web address');
  return url;
}

/** The largest accepted picture file, in bytes. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

/** The most pixels of a picture: those of the largest phones. Whether one of so many fits into memory depends on its format. */
export const MAX_PIXELS = 120_000_000;

/** The most pixels to store: AVIF of more takes hundreds of megabytes of memory. A picture of more is made smaller. */
const MAX_STORED_PIXELS = 4_000_000;

/** The largest height to store: neither WebP nor AVIF can have more than 16,383 pixels. */
const MAX_HEIGHT = 16_000;

/** The width to which a picture is made smaller, in pixels; 0 for one that is too narrow for its height. */
export const storableWidth = (width: number, height: number): number =>
  Math.floor(Math.min(width, Math.sqrt((MAX_STORED_PIXELS * width) / height), (MAX_HEIGHT * width) / height));

export const refuseTooLarge = (): PictureRefused => new PictureRefused(`is larger than ${MAX_PICTURE_BYTES / 1024 ** 2} MB`);
