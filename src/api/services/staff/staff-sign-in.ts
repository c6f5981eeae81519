import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { recordAudit } from '#api/services/audit.ts';
import { recordRefusal } from '#api/services/auth/record-refusal.ts';
import { enforceRateLimit, resetRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { completeStaffSignIn, type StaffVisitor } from './complete-staff-sign-in.ts';
import { compareProof, type StaffProof, type StaffRow, useProof } from './prove-staff.ts';
import { enforceStaffSignInLimit } from './sign-in-limits.ts';
import { findStaffDevice } from './staff-devices.ts';
import { createStaffSession, type Staff, staffActor } from './staff-sessions.ts';

/** A session of a member of staff that gets another token. */
export type SessionToRenew = Pick<Staff, 'staffId' | 'token'>;

const findByMail = (db: Db, email: string): Promise<StaffRow | undefined> =>
  db
    .selectFrom('staff')
    .selectAll()
    .where('mailbox', '=', toMailbox(email))
    .where('removed_at', 'is', null)
    .where('is_demo', '=', 0)
    .executeTakeFirst();

/** Records a failed try and refuses it, in the same words whatever was wrong. */
async function refuseSignIn(db: Db, staff: StaffRow | undefined, ipAddress: string | undefined): Promise<never> {
  const subject = staff ? staffActor({ staffId: staff.id }) : '';
  await recordRefusal(db, 'failedSignIn', { subject, ipAddress, detail: { way: 'staff' } });
  throw new Refusal(401, staffFailure.signIn, { code: 'login_refused' });
}

/**
 * Signs a member of staff in with password and code, or with a recovery code in its place. An unknown address gets the same reply after the
 * same work. Throws a `Refusal`: 401 when something is wrong, 429 over a limit.
 */
export async function signInStaff(
  db: Db,
  { email, ...proof }: StaffProof & { email: string },
  visitor: StaffVisitor,
): Promise<StaffSession> {
  const { ipAddress } = visitor;
  const account = toMailbox(email);
  const staff = await findByMail(db, email);
  const device = await findStaffDevice(db, staff?.id ?? 0, visitor.deviceToken);
  await enforceStaffSignInLimit(db, { account, staffId: staff?.id, device, ipAddress });
  const proven = await compareProof(db, staff, proof);
  if (!proven) return refuseSignIn(db, staff, ipAddress);
  const session = await write(db, async (tx) => {
    if (!(await useProof(tx, proven))) return undefined;
    // A known device has its own counters, so those that all others share are left alone.
    if (device) await resetRateLimit(tx, 'staffSignInDevice', { device });
    else await resetRateLimit(tx, 'staffSignIn', { account });
    const way = proven.step === undefined ? 'recovery code' : 'password';
    return completeStaffSignIn(tx, proven.staff, { way }, visitor);
  });
  return session ?? refuseSignIn(db, staff, ipAddress);
}

/** Ends the session with this token and opens another of the same member of staff, who has proven who they are. Throws a `Refusal` (401) when it has ended. */
export async function renewStaffSession(
  tx: Tx,
  { staffId, token }: SessionToRenew,
  way: 'password' | 'passkey',
  { ipAddress, deviceName }: StaffVisitor,
): Promise<{ token: string }> {
  const ended = tx.deleteFrom('staff_session').where('token_hash', '=', hashToken(token));
  const session = await ended.returning(['device_hash', 'network']).executeTakeFirst();
  if (!session) throw new Refusal(401, failure.sessionExpired, { code: 'session_expired' });
  await recordAudit(tx, { actor: staffActor({ staffId }), action: 'staff sign-in again', ipAddress, detail: { way } });
  const { device_hash: deviceHash, network } = session;
  return { token: await createStaffSession(tx, staffId, { deviceName, network, deviceHash }) };
}

/** Records a failed try to sign in again and refuses it with this message. */
export async function refuseSignInAgain(
  db: Db,
  { staffId }: Pick<Staff, 'staffId'>,
  { ipAddress }: StaffVisitor,
  message: string,
): Promise<never> {
  await recordRefusal(db, 'failedSignIn', { subject: staffActor({ staffId }), ipAddress, detail: { way: 'staff again' } });
  throw new Refusal(422, message);
}

/**
 * Signs the member of staff of a session in again, in a new session with another token; the old one ends. Throws a `Refusal`: 401 when the
 * session has ended meanwhile, 422 when password or code is wrong, 429 over a limit of the session.
 */
export async function signInStaffAgain(
  db: Db,
  session: SessionToRenew,
  proof: StaffProof,
  visitor: StaffVisitor,
): Promise<{ token: string }> {
  await enforceRateLimit(db, 'staffSignInAgain', { device: hashToken(session.token) });
  const staff = await db.selectFrom('staff').selectAll().where('id', '=', session.staffId).executeTakeFirst();
  const proven = await compareProof(db, staff, proof);
  const renewed = await write(db, async (tx) => {
    if (!proven || !(await useProof(tx, proven))) return undefined;
    return renewStaffSession(tx, session, 'password', visitor);
  });
  return renewed ?? refuseSignInAgain(db, session, visitor, staffFailure.signInAgain);
}
