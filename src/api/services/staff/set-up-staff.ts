import { lockRows } from '#api/database/locks.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { refuseCommonPassword } from '#api/services/auth/common-passwords.ts';
import { hashPassword } from '#api/services/auth/password-hashing.ts';
import { enforceRateLimit, resetRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import type { OpenedLink, StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { completeStaffSignIn, type StaffVisitor } from './complete-staff-sign-in.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { consumeStaffLink, findStaffOfLink } from './staff-links.ts';
import { endStaffSessions } from './staff-session-list.ts';
import { staffActor } from './staff-sessions.ts';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';

const refuseLink = (): Refusal => new Refusal(422, staffFailure.link, { code: 'reset_link_invalid' });

/** Finds who a link is for. Guesses are limited by address, valid links are not. Throws a `Refusal`: 422 for an invalid link, 429. */
async function requireLink(db: Db, link: string, ipAddress: string | undefined) {
  const staff = await findStaffOfLink(db, link);
  if (staff) return staff;
  await enforceRateLimit(db, 'staffLinkGuess', { address: ipAddress });
  throw refuseLink();
}

/**
 * Says who a link is for and makes a secret for their app, or shows the one of a form that is being filled in. Uses nothing up. Throws a
 * `Refusal`: 422 for an invalid link, 429.
 */
export async function openStaffLink(
  db: Db,
  { link, totp_secret = createTotpSecret() }: { link: string; totp_secret?: string | undefined },
  ipAddress: string | undefined,
): Promise<OpenedLink> {
  const { email, name, role, password_hash } = await requireLink(db, link, ipAddress);
  const { store_name: issuer } = await readSettings(db);
  const { uri, qr } = describeTotp(totp_secret, { issuer, label: email });
  return { email, name, role, is_reset: password_hash !== null, totp_secret, totp_uri: uri, totp_qr: qr };
}

interface SetUp {
  link: string;
  password: string;
  totp_secret: string;
  code: string;
}

/**
 * Sets password and second factor by a one-time link, with new recovery codes, and signs in. Earlier sessions, devices and codes end. Throws a
 * `Refusal`: 422 for an invalid or used link, a common password or a wrong code, 429.
 */
export async function setUpStaff(
  db: Db,
  { link, password, totp_secret, code }: SetUp,
  visitor: StaffVisitor,
): Promise<StaffSession & { recovery_codes: string[] }> {
  const { id } = await requireLink(db, link, visitor.ipAddress);
  await enforceRateLimit(db, 'staffSetUp', { account: hashToken(link) });
  await refuseCommonPassword('password', password);
  const step = findTotpStep(totp_secret, code);
  if (step === undefined) throw refuseField('code', staffFailure.setUpCode);
  const password_hash = await hashPassword(password);
  return write(db, async (tx) => {
    if (!(await consumeStaffLink(tx, link))) throw refuseLink();
    const staff = await lockRows(tx, tx.selectFrom('staff').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
    if (staff.removed_at !== null) throw refuseLink();
    await tx.updateTable('staff').set({ password_hash, totp_secret, totp_last_step: step }).where('id', '=', id).execute();
    await endStaffSessions(tx, id);
    await resetRateLimit(tx, 'staffSignIn', { account: staff.mailbox });
    const isReset = staff.password_hash !== null;
    const actor = staffActor({ staffId: id });
    await recordAudit(tx, {
      actor,
      action: 'staff set-up',
      subject: actor,
      ipAddress: visitor.ipAddress,
      detail: { again: isReset },
    });
    const recovery_codes = await replaceRecoveryCodes(tx, id);
    return { ...(await completeStaffSignIn(tx, staff, { way: 'link', isFirst: !isReset }, visitor)), recovery_codes };
  });
}
