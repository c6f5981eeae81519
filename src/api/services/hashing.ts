import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 cut to 132 bits, as 22 characters of base64url: short keys without collisions. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Compares a secret with the expected one in a time that tells nothing of it. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
