import { createHash } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 cut to 132 bits, as 22 characters of base64url: short keys without collisions. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
