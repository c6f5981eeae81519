/** Length of the content hash that names a stored picture's files, in hex digits. */
export const PICTURE_HASH_DIGITS = 24;

/** This hash as part of a regular expression. */
export const PICTURE_HASH = `[0-9a-f]{${PICTURE_HASH_DIGITS}}`;
