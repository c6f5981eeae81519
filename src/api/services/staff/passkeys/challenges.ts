import { createHmac } from 'node:crypto';
import type { Tx } from '#api/database/schema/engine.ts';
import { isSameSecret, sha256Hex } from '#api/services/hashing.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import { STAFF_CHALLENGE_MINUTES } from '#lib/contract/lifetimes.ts';
import { isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

const LIFE_MS = STAFF_CHALLENGE_MINUTES * MINUTE_MS;

/** What a challenge is for: signing in, or signing one member of staff in again, or a new passkey of theirs. */
export type ChallengePurpose = 'sign-in' | `again:${number}` | `add:${number}`;

const sign = (key: string, purpose: ChallengePurpose, text: string): string =>
  createHmac('sha256', key).update(`passkey ${purpose} ${text}`).digest('base64url');

/** A challenge that says itself until when it counts, so that visitors who ask for one fill no table. */
export function createPasskeyChallenge(key: string, purpose: ChallengePurpose): string {
  const text = `${createToken()}.${Date.now() + LIFE_MS}`;
  return `${text}.${sign(key, purpose, text)}`;
}

/** Whether this is a challenge of this store for this purpose that still counts, as a browser returns it (base64url). */
export function isPasskeyChallenge(key: string, purpose: ChallengePurpose, returned: string): boolean {
  const [, text = '', expires = '', signature = ''] =
    /^([\w-]{43}\.(\d{13}))\.([\w-]{43})$/.exec(Buffer.from(returned, 'base64url').toString()) ?? [];
  if (!text || Number(expires) < Date.now() || Number(expires) > Date.now() + 2 * LIFE_MS) return false;
  return isSameSecret(signature, sign(key, purpose, text));
}

/** Notes that a challenge was answered. False when it was before, also at the same moment. */
export async function consumePasskeyChallenge(tx: Tx, returned: string): Promise<boolean> {
  const row = { challenge_hash: sha256Hex(returned), used_at: isoNow() };
  const noted = tx
    .insertInto('staff_used_challenge')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return (await noted.returning('challenge_hash').executeTakeFirst()) !== undefined;
}

/** Deletes answered challenges that count no more in any case. */
export async function purgeUsedChallenges(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('staff_used_challenge')
    .where('used_at', '<', isoAgo(3 * LIFE_MS))
    .execute();
}
