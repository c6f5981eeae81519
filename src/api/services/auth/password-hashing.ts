import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';

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

/** How a hash is worked out. Slow by design: tests that need many replace `derive`. */
export const derivation = { derive: promisify(argon2) };

let working = 0;
const waiting: (() => void)[] = [];

/** Works out a hash when its turn comes. Throws a `Refusal` (429) when too many wait already. */
async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (working >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new Refusal(429, failure.tooMany, { retryAfter: RETRY_AFTER_SECONDS });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else working++;
  try {
    return await derivation.derive('argon2id', parameters);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}

/** The same password typed on another keyboard may come in other code points (NIST SP 800-63B). */
const bytesOf = (password: string): string => password.normalize('NFKC');

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const newParameters = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

const encode = (salt: Buffer, hash: Buffer): string => `${newParameters}${base64(salt)}$${base64(hash)}`;

const encoded = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$)([\w+/]+)$/;

/** A stored hash taken apart; `begins` is all of it but the hash itself. Throws on a text that is no hash of ours. */
function parse(stored: string) {
  const [, begins = '', memory, passes, parallelism, salt = '', hash = ''] = encoded.exec(stored) ?? [];
  if (!begins) throw new Error('A stored password hash cannot be read');
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { begins, numbers, nonce: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/**
 * A password's argon2id hash with its parameters and salt, in the usual notation. `like` is a stored hash whose salt is taken, so that one
 * derivation compares a password with both; one with older parameters is not followed. Throws a `Refusal` (429) under too much load.
 */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const nonce = like?.startsWith(newParameters) ? parse(like).nonce : randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: HASH_BYTES };
  return encode(nonce, await deriveInTurn({ message: bytesOf(password), nonce, ...parameters }));
}

/** What a password is compared with where there is none: takes as long as any other and fits nothing. */
const nobodys = encode(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** How many derivations one comparison may cost. Hashes of one e-mail address share a salt, so that mostly one is enough. */
const MAX_SALTS = 4;

/**
 * The first of these stored hashes that is the password's; undefined when none is. Takes the same time for none, one and several with one
 * salt. Throws a `Refusal` (429) under too much load.
 */
export async function findMatchingHash(password: string, hashes: readonly string[]): Promise<string | undefined> {
  const all = (hashes.length > 0 ? hashes : [nobodys]).map((stored) => ({ stored, ...parse(stored) }));
  const bySalt = [...Map.groupBy(all, ({ begins }) => begins).values()].slice(0, MAX_SALTS);
  const found: string[] = [];
  for (const group of bySalt) {
    const [first] = group;
    if (!first) continue;
    const { nonce, numbers, hash } = first;
    const actual = await deriveInTurn({ message: bytesOf(password), nonce, ...numbers, tagLength: hash.length });
    for (const one of group) if (one.hash.length === actual.length && timingSafeEqual(actual, one.hash)) found.push(one.stored);
  }
  return hashes.find((stored) => found.includes(stored));
}

/**
 * Whether a password is the one behind `stored`. Takes the same time when there is none to compare with. Throws a `Refusal` (429) under
 * too much load.
 */
export const verifyPassword = async (password: string, stored: string | null | undefined): Promise<boolean> =>
  (await findMatchingHash(password, stored ? [stored] : [])) !== undefined;
