import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, as 43 characters that fit into a link. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a secret: SHA-256, hex. So many random bits need no salt and no slow hash. */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex');
