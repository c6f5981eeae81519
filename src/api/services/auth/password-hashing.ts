import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** Memory in KiB, passes and lanes of a new hash: OWASP's first recommendation for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Concurrent derivations; each takes 19 MiB and a CPU core. */
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 40;
const RETRY_AFTER_SECONDS = 2;

/** How a hash is computed. Slow by design: tests that need many replace `derive`. */
export const derivation = { derive: promisify(argon2) };

const enqueue = limitConcurrency(MAX_CONCURRENT, {
  maxQueued: MAX_QUEUED,
  createError: () => new Refusal(429, failure.tooMany, { retryAfter: RETRY_AFTER_SECONDS }),
});

/** Derives a hash through the queue. Throws a `Refusal` (429) when the queue is full. */
const deriveQueued = (parameters: Argon2Parameters): Promise<Buffer> => enqueue(() => derivation.derive('argon2id', parameters));

/** Normalises to NFKC, because keyboards send the same characters as different code points (NIST SP 800-63B). */
const normalisePassword = (password: string): string => password.normalize('NFKC');

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const newParameters = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

const encode = (salt: Buffer, hash: Buffer): string => `${newParameters}${base64(salt)}$${base64(hash)}`;

const encoded = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$)([\w+/]+)$/;

/** Parses a stored hash; `prefix` is everything before the hash itself. Throws when the text is not in this module's format. */
function parse(stored: string) {
  const [, prefix = '', memory, passes, parallelism, salt = '', hash = ''] = encoded.exec(stored) ?? [];
  if (!prefix) throw new Error('A stored password hash cannot be read');
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { prefix, numbers, nonce: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/**
 * Hashes a password with argon2id, in PHC string format. Reuses the salt of the stored hash `saltFrom`, so that one derivation compares a
 * password with both, unless that one has older parameters. Throws a `Refusal` (429) when the queue is full.
 */
export async function hashPassword(password: string, saltFrom?: string): Promise<string> {
  const nonce = saltFrom?.startsWith(newParameters) ? parse(saltFrom).nonce : randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: HASH_BYTES };
  return encode(nonce, await deriveQueued({ message: normalisePassword(password), nonce, ...parameters }));
}

/** Compared with when there is no stored hash, so that the response time is the same. Matches no password. */
const dummyHash = encode(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** The most derivations for one comparison. Hashes of one email address share a salt, so one is usually enough. */
const MAX_SALTS = 4;

/**
 * The first of these stored hashes that matches the password; undefined when none does. Takes the same time for no hash, one, and several
 * with one salt. Throws a `Refusal` (429) when the queue is full.
 */
export async function findMatchingHash(password: string, hashes: readonly string[]): Promise<string | undefined> {
  const parsed = (hashes.length > 0 ? hashes : [dummyHash]).map((stored) => ({ stored, ...parse(stored) }));
  const bySalt = [...Map.groupBy(parsed, ({ prefix }) => prefix).values()].slice(0, MAX_SALTS);
  const matches: string[] = [];
  for (const group of bySalt) {
    const [first] = group;
    if (!first) continue;
    const { nonce, numbers, hash } = first;
    const actual = await deriveQueued({ message: normalisePassword(password), nonce, ...numbers, tagLength: hash.length });
    for (const candidate of group)
      if (candidate.hash.length === actual.length && timingSafeEqual(actual, candidate.hash)) matches.push(candidate.stored);
  }
  return hashes.find((stored) => matches.includes(stored));
}

/** Whether a password matches a stored hash; takes the same time without one. Throws a `Refusal` (429) when the queue is full. */
export const verifyPassword = async (password: string, stored: string | null | undefined): Promise<boolean> =>
  (await findMatchingHash(password, stored ? [stored] : [])) !== undefined;
