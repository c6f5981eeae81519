import type { Db, Tx } from '#api/database/schema/engine.ts';
import { shortHash } from '#api/services/hashing.ts';
import type { SignedInDevice } from '#lib/contract/sign-in.ts';
import { UNKNOWN_DEVICE } from './device-name.ts';
import { type Shopper, sessionCutoffs } from './sessions.ts';
import { hashToken } from './tokens.ts';

/** A session's public id, from which neither the token nor its hash can be derived. */
const publicId = (tokenHash: string): string => shortHash(`session:${tokenHash}`);

const activeSessions = (db: Db, customerId: number) => {
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

/** Where a customer is signed in: the current session first, then the most recently used. */
export async function listSessions(db: Db, { customerId, token }: Shopper): Promise<SignedInDevice[]> {
  const currentHash = hashToken(token);
  const listed = (await activeSessions(db, customerId)).map((session) => ({
    session_id: publicId(session.token_hash),
    device_name: session.device_name || UNKNOWN_DEVICE,
    first_used_at: session.created_at,
    last_used_at: session.last_used_at,
    this_device: session.token_hash === currentHash,
  }));
  return listed.toSorted((a, b) => Number(b.this_device) - Number(a.this_device));
}

/** Deletes one of a customer's sessions by its public id, and its known device. Returns false when the customer has no such session. */
export async function deleteSessionById(tx: Tx, customerId: number, sessionId: string): Promise<boolean> {
  const sessions = await activeSessions(tx, customerId);
  const found = sessions.find(({ token_hash }) => publicId(token_hash) === sessionId);
  if (!found) return false;
  await tx.deleteFrom('session').where('token_hash', '=', found.token_hash).execute();
  if (found.device_hash) await tx.deleteFrom('known_device').where('device_hash', '=', found.device_hash).execute();
  return true;
}
