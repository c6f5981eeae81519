import type { Db, Tx } from '#api/database/schema/engine.ts';
import { shortHash } from '#api/services/hashing.ts';
import { UNKNOWN_DEVICE } from '#api/services/sessions/device-name.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import type { StaffDevice } from '#lib/contract/admin/staff-sign-in.ts';
import { STAFF_SESSION_IDLE_HOURS, STAFF_SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { DAY_MS, HOUR_MS, isoAgo } from '#lib/rules/durations.ts';
import type { Staff } from './staff-sessions.ts';

/** A session's public id, from which neither the token nor its hash can be derived. */
const publicId = (tokenHash: string): string => shortHash(`staff-session:${tokenHash}`);

/** Sessions last used or created before these times (ISO 8601) are expired. */
const cutoffs = () => ({
  lastUsed: isoAgo(STAFF_SESSION_IDLE_HOURS * HOUR_MS),
  created: isoAgo(STAFF_SESSION_MAX_DAYS * DAY_MS),
});

function activeSessions(db: Db, staffId: number) {
  const { lastUsed, created } = cutoffs();
  const sessions = db.selectFrom('staff_session').selectAll().where('staff_id', '=', staffId);
  return sessions
    .where('last_used_at', '>=', lastUsed)
    .where('created_at', '>=', created)
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Where a member of staff is signed in: the current session first, then the most recently used. */
export async function listStaffSessions(db: Db, { staffId, token }: Pick<Staff, 'staffId' | 'token'>): Promise<StaffDevice[]> {
  const currentHash = hashToken(token);
  const listed = (await activeSessions(db, staffId)).map((session) => ({
    session_id: publicId(session.token_hash),
    device_name: session.device_name || UNKNOWN_DEVICE,
    network: session.network ?? '',
    first_used_at: session.created_at,
    last_used_at: session.last_used_at,
    this_device: session.token_hash === currentHash,
  }));
  return listed.toSorted((a, b) => Number(b.this_device) - Number(a.this_device));
}

/** Ends one session by its public id, and forgets its device. False when there is no such session. */
export async function endStaffSession(tx: Tx, staffId: number, sessionId: string): Promise<boolean> {
  const found = (await activeSessions(tx, staffId)).find(({ token_hash }) => publicId(token_hash) === sessionId);
  if (!found) return false;
  await tx.deleteFrom('staff_session').where('token_hash', '=', found.token_hash).execute();
  if (found.device_hash) await tx.deleteFrom('staff_device').where('device_hash', '=', found.device_hash).execute();
  return true;
}

/** Ends all sessions of a member of staff and forgets their devices, except the session with this token. */
export async function endStaffSessions(tx: Tx, staffId: number, exceptToken?: string): Promise<void> {
  let sessions = tx.deleteFrom('staff_session').where('staff_id', '=', staffId);
  if (exceptToken !== undefined) sessions = sessions.where('token_hash', '<>', hashToken(exceptToken));
  await sessions.execute();
  const remaining = tx.selectFrom('staff_session').select('device_hash').where('staff_id', '=', staffId);
  await tx
    .deleteFrom('staff_device')
    .where('staff_id', '=', staffId)
    .where('device_hash', 'not in', remaining.where('device_hash', 'is not', null))
    .execute();
}

/** Deletes expired sessions. */
export async function purgeStaffSessions(tx: Tx): Promise<void> {
  const { lastUsed, created } = cutoffs();
  await tx
    .deleteFrom('staff_session')
    .where(({ or, eb }) => or([eb('last_used_at', '<', lastUsed), eb('created_at', '<', created)]))
    .execute();
}
