/**
 * Length of the content hash that names a stored picture's files, in hex digits. A page names dozens of pictures, and a hash does not
 * compress. Of 10 million pictures two have the same 16 digits with a probability of 3 in a million.
 */
export const PICTURE_HASH_DIGITS = 16;

/** This hash as part of a regular expression. Pictures stored by older versions have 24 digits. */
export const PICTURE_HASH = `[0-9a-f]{${PICTURE_HASH_DIGITS}}(?:[0-9a-f]{8})?`;
