import { createHash } from 'node:crypto';
import type { Db, Tx } from '#api/database/open.ts';
import type { SignedInDevice } from '#lib/contract/sessions.ts';
import { type Shopper, sessionCutoffs } from './sessions.ts';
import { hashToken } from './tokens.ts';

/** The name of a session that its owner's pages may know: it leads back neither to the token nor to its hash. */
const publicId = (tokenHash: string): string =>
  createHash('sha256').update(`session:${tokenHash}`).digest('base64url').slice(0, 22);

/** A customer's sessions that are still good, the latest used first. */
const aliveSessions = (db: Db, customerId: number) => {
  const { lastUsed, created } = sessionCutoffs();
  return db
    .selectFrom('session')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('last_used_at', '>=', lastUsed)
    .where('created_at', '>=', created)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
};

/** Where a customer is signed in: the session that asks first, then the others, the latest used first. */
export async function listSessions(db: Db, { customerId, token }: Shopper): Promise<SignedInDevice[]> {
  const own = hashToken(token);
  const listed = (await aliveSessions(db, customerId)).map((session) => ({
    session_id: publicId(session.token_hash),
    device_name: session.device_name || 'Unknown device',
    first_used_at: session.created_at,
    last_used_at: session.last_used_at,
    this_device: session.token_hash === own,
  }));
  return listed.toSorted((a, b) => Number(b.this_device) - Number(a.this_device));
}

/**
 * Ends one of a customer's sessions by its public id and forgets its device. One that has ended already, or is somebody else's, changes
 * nothing. Says whether one was ended.
 */
export async function deleteSessionById(tx: Tx, customerId: number, sessionId: string): Promise<boolean> {
  const sessions = await aliveSessions(tx, customerId);
  const found = sessions.find(({ token_hash }) => publicId(token_hash) === sessionId);
  if (!found) return false;
  await tx.deleteFrom('session').where('token_hash', '=', found.token_hash).execute();
  if (found.device_hash) await tx.deleteFrom('known_device').where('device_hash', '=', found.device_hash).execute();
  return true;
}
