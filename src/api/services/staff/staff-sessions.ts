import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import { STAFF_RECENT_SIGN_IN_MINUTES, STAFF_SESSION_IDLE_HOURS, STAFF_SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** Throttles writes of `last_used_at`: it is updated at most this often. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

export interface Staff {
  staffId: number;
  name: string;
  email: string;
  role: StaffRole;
  token: string;
  /** When they last proved who they are (ISO 8601). */
  signedInAt: string;
  /** The owner of a demo, who changes no other staff. */
  isDemo: boolean;
}

/** A member of staff in the audit log. */
export const staffActor = ({ staffId }: Pick<Staff, 'staffId'>): string => `staff:${staffId}`;

/** Creates a session and returns its token, of which only a hash is stored. */
export async function createStaffSession(
  tx: Tx,
  staffId: number,
  {
    deviceName = '',
    network = null,
    deviceHash = null,
  }: { deviceName?: string; network?: string | null; deviceHash?: string | null } = {},
): Promise<string> {
  // One session for each browser: the earlier session's token is overwritten there.
  if (deviceHash) await tx.deleteFrom('staff_session').where('device_hash', '=', deviceHash).execute();
  const token = createToken();
  const now = isoNow();
  await tx
    .insertInto('staff_session')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: now,
      signed_in_at: now,
      last_used_at: now,
      device_name: deviceName,
      network,
      device_hash: deviceHash,
    })
    .execute();
  return token;
}

/** Ends the session of a token, if there is one. */
export async function deleteStaffSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('staff_session').where('token_hash', '=', hashToken(token)).execute();
}

/** Finds the member of staff of a session token and renews the idle timeout. Undefined when the session is unknown or has expired. */
export async function findStaff(db: Db, token: string): Promise<Staff | undefined> {
  const hash = hashToken(token);
  const row = await db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .select(['staff.id', 'name', 'email', 'role', 'staff_session.created_at', 'signed_in_at', 'last_used_at', 'is_demo'])
    .where('token_hash', '=', hash)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const isFromFuture = row.created_at > latestExpiry(0);
  const isIdle = row.last_used_at < isoAgo(STAFF_SESSION_IDLE_HOURS * HOUR_MS);
  if (isFromFuture || isIdle || row.created_at < isoAgo(STAFF_SESSION_MAX_DAYS * DAY_MS)) {
    await write(db, (tx) => deleteStaffSession(tx, token));
    return undefined;
  }
  if (Date.now() - Date.parse(row.last_used_at) > TOUCH_INTERVAL_MS || row.last_used_at > latestExpiry(0)) {
    const touched = { last_used_at: isoNow() };
    await write(db, (tx) => tx.updateTable('staff_session').set(touched).where('token_hash', '=', hash).execute());
  }
  const { id: staffId, name, email, role, signed_in_at: signedInAt } = row;
  return { staffId, name, email, role, token, signedInAt, isDemo: row.is_demo === 1 };
}

/** Whether a member of staff proved who they are a short time ago. */
export const hasSignedInRecently = ({ signedInAt }: Pick<Staff, 'signedInAt'>): boolean =>
  signedInAt > isoAgo(STAFF_RECENT_SIGN_IN_MINUTES * MINUTE_MS) && signedInAt <= latestExpiry(0);
