import { createHash } from 'node:crypto';
import { derivation } from '#api/services/auth/password-hashing.ts';

const argon2id = derivation.derive;

/** A cheap hash of all inputs of argon2id. */
const cheap: typeof argon2id = async (_, { tagLength, message, nonce, memory, passes, parallelism }) =>
  createHash('shake256', { outputLength: tagLength })
    .update(`${memory} ${passes} ${parallelism} `)
    .update(Buffer.from(message as string | Uint8Array))
    .update(Buffer.from(nonce as string | Uint8Array))
    .digest();

/** Replaces argon2id by a cheap hash in this process. */
export function hashFast(): void {
  derivation.derive = cheap;
}

/** Restores argon2id, for tests of its cost. */
export function hashSafely(): void {
  derivation.derive = argon2id;
}
