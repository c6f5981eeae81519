import { createHash } from 'node:crypto';
import { derivation } from '#api/services/auth/password-hashing.ts';

const argon2id = derivation.derive;

/** Depends on all that argon2id depends on, and costs nothing. */
const cheap: typeof argon2id = async (_, { tagLength, message, nonce, memory, passes, parallelism }) =>
  createHash('shake256', { outputLength: tagLength })
    .update(`${memory} ${passes} ${parallelism} `)
    .update(Buffer.from(message as string | Uint8Array))
    .update(Buffer.from(nonce as string | Uint8Array))
    .digest();

/** Makes password hashes cheap in this process, as most tests need. */
export function hashFast(): void {
  derivation.derive = cheap;
}

/** Makes password hashes what they are in a shop, for tests that are about their cost. */
export function hashSafely(): void {
  derivation.derive = argon2id;
}
