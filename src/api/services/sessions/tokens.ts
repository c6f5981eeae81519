import { randomBytes } from 'node:crypto';
import { sha256Hex } from '#api/services/hashing.ts';

/** Creates a token of 256 random bits, as 43 URL-safe characters. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 of a token (hex), which the database stores instead of it. Random tokens need no salt and no slow hash. */
export const hashToken = (token: string): string => sha256Hex(token);
