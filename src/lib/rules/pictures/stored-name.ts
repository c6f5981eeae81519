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
