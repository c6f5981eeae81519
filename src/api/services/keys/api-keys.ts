import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ApiKeyTable } from '#api/database/schema/keys.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { countAttempt, enforceRateLimit, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Scope } from '#lib/contract/programs/scopes.ts';
import { isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** Lets scanners of secrets find keys in files, and keeps a session token from being looked up as a key. */
const KEY_PREFIX = 'haat_';

const isKey = (text: string): boolean => /^haat_[\w-]{43}$/.test(text);

export type ApiKey = Omit<Selectable<ApiKeyTable>, 'key_hash' | 'scopes'> & { scopes: Scope[] };

export interface Program {
  keyId: number;
  scopes: readonly Scope[];
}

const columns = ['id', 'name', 'scopes', 'created_at', 'last_used_at'] as const;

const toApiKey = ({ scopes, ...row }: Omit<Selectable<ApiKeyTable>, 'key_hash'>): ApiKey => ({
  ...row,
  scopes: JSON.parse(scopes) as Scope[],
});

/** Adds a key and returns it with its secret, of which only a hash is stored. */
export async function addApiKey(
  tx: Tx,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<ApiKey & { key: string }> {
  const key = `${KEY_PREFIX}${createToken()}`;
  const row = await tx
    .insertInto('api_key')
    .values({ name, scopes: JSON.stringify(scopes), key_hash: hashToken(key), created_at: isoNow(), last_used_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...toApiKey(row), key };
}

/** All keys, oldest first. */
export const listApiKeys = async (db: Db): Promise<ApiKey[]> =>
  (await db.selectFrom('api_key').select(columns).orderBy('id').execute()).map(toApiKey);

/** Removes a key, which is refused from the next call on; false when there is none. */
export async function removeApiKey(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('api_key').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Notes the use of a key, at most once a minute. */
async function noteUse(db: Db, { id, last_used_at }: Pick<ApiKey, 'id' | 'last_used_at'>): Promise<void> {
  if (last_used_at !== null && last_used_at > isoAgo(MINUTE_MS) && last_used_at <= latestExpiry(0)) return;
  await write(db, (tx) => tx.updateTable('api_key').set({ last_used_at: isoNow() }).where('id', '=', id).execute());
}

/**
 * Finds the program of a key and counts the call. A key is found by its hash, so that the time taken tells nothing about it. Guesses are
 * limited by address after the search, so that they never count against a valid key. Throws a `Refusal`: 401 unknown, 403 without the
 * scope, 429 over a limit.
 */
export async function authoriseProgram(
  db: Db,
  key: string,
  { scope, ipAddress }: { scope: Scope | undefined; ipAddress: string | undefined },
): Promise<Program> {
  const query = db.selectFrom('api_key').select(columns).where('key_hash', '=', hashToken(key));
  const row = isKey(key) ? await query.executeTakeFirst() : undefined;
  if (!row) {
    await enforceRateLimit(db, 'keyGuess', { address: ipAddress });
    throw new Refusal(401, failure.apiKey, { code: 'key_invalid' });
  }
  const { id, scopes, last_used_at } = toApiKey(row);
  await enforceRateLimit(db, 'keyedCall', { account: String(id) });
  await noteUse(db, { id, last_used_at });
  if (!scope || !scopes.includes(scope)) throw new Refusal(403, failure.apiKeyScope, { code: 'key_scope' });
  return { keyId: id, scopes };
}

/** The program's name in the audit log. */
export const programActor = ({ keyId }: Program): string => `key:${keyId}`;

/** Records that a program has read orders, at most once an hour for each key. */
export async function recordOrdersRead(db: Db, program: Program, ipAddress: string | undefined): Promise<void> {
  const subject = { account: String(program.keyId) };
  if (await peekRateLimit(db, 'keyedRead', subject)) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'keyedRead', subject)) return;
    await recordAudit(tx, { actor: programActor(program), action: 'orders read', ipAddress });
  });
}
