import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { failure } from '#lib/contract/messages.ts';
import { Refusal } from './refusal.ts';

/** Memory in KiB, passes and lanes of a new hash: OWASP's first choice for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** So many hashes are worked out at once (each takes 19 MiB and a processor), and so many more may wait for their turn. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 40;
const RETRY_AFTER_SECONDS = 2;

const derive = promisify(argon2);

let working = 0;
const waiting: (() => void)[] = [];

/** Works out a hash when its turn comes. Throws a `Refusal` (429) when too many wait already. */
async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (working >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new Refusal(429, failure.tooMany, { retryAfter: RETRY_AFTER_SECONDS });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else working++;
  try {
    return await derive('argon2id', parameters);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}

/** The same password typed on another keyboard may come in other code points (NIST SP 800-63B). */
const bytesOf = (password: string): string => password.normalize('NFKC');

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const encode = (salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;

/** A password's argon2id hash with its parameters and salt, in the usual notation. Throws a `Refusal` (429) under too much load. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: HASH_BYTES };
  return encode(nonce, await deriveInTurn({ message: bytesOf(password), nonce, ...parameters }));
}

/** What a password is compared with where there is none: takes as long as any other and fits nothing. */
const nobodys = encode(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/**
 * Whether a password is the one behind `encoded`. Takes the same time when there is none to compare with. Throws a `Refusal` (429)
 * under too much load.
 */
export async function verifyPassword(password: string, encoded: string | null | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(encoded ?? nobodys);
  if (!parts) throw new Error('A stored password hash cannot be read');
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  const expected = Buffer.from(hash, 'base64');
  const actual = await deriveInTurn({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
