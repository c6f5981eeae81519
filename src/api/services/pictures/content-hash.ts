import { createHash } from 'node:crypto';
import { PICTURE_HASH_DIGITS } from '#lib/rules/pictures/stored-name.ts';

/** The content hash that names a picture's files, in hex digits. */
export const hashContent = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, PICTURE_HASH_DIGITS);
