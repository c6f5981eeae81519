import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { recordAudit } from '#api/services/audit.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import type { StaffMember } from '#lib/contract/admin/staff-members.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoNow } from '#lib/rules/durations.ts';
import type { StaffRow } from './prove-staff.ts';
import { createStaffLink } from './staff-links.ts';
import { endStaffSessions } from './staff-session-list.ts';
import { type Staff, staffActor } from './staff-sessions.ts';

/** Who changes staff: an owner in the admin, or whoever runs a command on the server. */
export type StaffChanger = { owner: Pick<Staff, 'staffId'> } | { command: string };

const actorOf = (changer: StaffChanger): string => ('owner' in changer ? staffActor(changer.owner) : changer.command);

const subjectOf = ({ id }: Pick<StaffRow, 'id'>): string => staffActor({ staffId: id });

const members = (db: Db) => db.selectFrom('staff').where('removed_at', 'is', null).where('is_demo', '=', 0);

/** Everyone who may sign in, with when they last did: owners first, then by name. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  const rows = await members(db)
    .leftJoin('staff_session', 'staff_session.staff_id', 'staff.id')
    .select(['staff.id', 'name', 'email', 'role', 'password_hash'])
    .select(({ fn }) => fn.max('last_used_at').as('last_seen_at'))
    .groupBy(['staff.id', 'name', 'email', 'role', 'password_hash'])
    .orderBy('role')
    .orderBy('name')
    .execute();
  return rows.map(({ password_hash, last_seen_at, ...member }) => ({
    ...member,
    has_signed_in: password_hash !== null,
    last_seen_at: last_seen_at ?? '',
  }));
}

/**
 * Lets one change of staff run at a time, and finds out once more whether who makes it is an owner: another owner may have removed them a
 * moment ago. Throws a `Refusal` (403).
 */
async function beginChange(tx: Tx, changer: StaffChanger): Promise<void> {
  await takeAdvisoryLock(tx, 'staff');
  if (!('owner' in changer)) return;
  const query = tx.selectFrom('staff').select(['role', 'removed_at', 'is_demo']).where('id', '=', changer.owner.staffId);
  const owner = await query.executeTakeFirst();
  if (owner?.role !== 'owner' || owner.removed_at !== null) throw new Refusal(403, failure.ownersOnly, { code: 'staff_role' });
  // A demo's sessions go to whoever opens it: nobody whom they let in would be known.
  if (owner.is_demo) throw new Refusal(403, staffFailure.demo);
}

/** Finds a member of staff. Throws a `Refusal` (404). */
async function requireMember(tx: Tx, id: number): Promise<StaffRow> {
  const member = await members(tx).selectAll().where('id', '=', id).executeTakeFirst();
  if (!member) throw new Refusal(404, staffFailure.missing);
  return member;
}

/** Throws a `Refusal` (422) when nobody who can sign in as an owner would be left without this one. */
async function keepAnOwner(tx: Tx, { id, password_hash }: StaffRow): Promise<void> {
  let others = members(tx).select('id').where('role', '=', 'owner').where('id', '<>', id);
  // One who has never signed in is no replacement for one who has.
  if (password_hash !== null) others = others.where('password_hash', 'is not', null);
  if (!(await others.limit(1).executeTakeFirst())) throw new Refusal(422, staffFailure.lastOwner);
}

interface NewMember {
  email: string;
  name?: string | undefined;
  role: StaffRole;
}

export type LinkedMember = Pick<StaffRow, 'id' | 'email' | 'name' | 'role'> & { token: string };

/**
 * Adds a member of staff, or takes a removed one in again, and returns the token of a link with which they choose password and second factor.
 * Throws a `Refusal`: 403, 422 when there is somebody with this address.
 */
export async function addStaff(tx: Tx, changer: StaffChanger, { email, name, role }: NewMember): Promise<LinkedMember> {
  await beginChange(tx, changer);
  const mailbox = toMailbox(email);
  const known = await tx.selectFrom('staff').select(['id', 'removed_at']).where('mailbox', '=', mailbox).executeTakeFirst();
  if (known && known.removed_at === null) throw refuseField('email', staffFailure.known);
  const values = {
    email,
    name: name ?? email.replace(/@.*/, ''),
    role,
    password_hash: null,
    totp_secret: null,
    removed_at: null,
  };
  const member = known
    ? await tx.updateTable('staff').set(values).where('id', '=', known.id).returning('id').executeTakeFirstOrThrow()
    : await tx
        .insertInto('staff')
        .values({ ...values, mailbox, created_at: isoNow() })
        .returning('id')
        .executeTakeFirstOrThrow();
  await recordAudit(tx, { actor: actorOf(changer), action: 'staff add', subject: subjectOf(member), detail: { after: role } });
  return { ...member, email, name: values.name, role, token: await createStaffLink(tx, member.id) };
}

/**
 * Makes a link that lets a member of staff in again with a new password and second factor; until it is used, the old ones work. Throws a
 * `Refusal`: 403, 404.
 */
export async function linkStaff(tx: Tx, changer: StaffChanger, id: number): Promise<LinkedMember> {
  await beginChange(tx, changer);
  const { email, name, role } = await requireMember(tx, id);
  await recordAudit(tx, { actor: actorOf(changer), action: 'staff link', subject: subjectOf({ id }) });
  return { id, email, name, role, token: await createStaffLink(tx, id) };
}

/** Removes a member of staff, whose sessions and links end. The row stays for the audit log. Throws a `Refusal`: 403, 404, 422. */
export async function removeStaff(tx: Tx, changer: StaffChanger, id: number): Promise<void> {
  await beginChange(tx, changer);
  const member = await requireMember(tx, id);
  if (member.role === 'owner') await keepAnOwner(tx, member);
  const gone = { removed_at: isoNow(), password_hash: null, totp_secret: null };
  await tx.updateTable('staff').set(gone).where('id', '=', id).execute();
  await endStaffSessions(tx, id);
  for (const table of ['staff_link', 'staff_recovery_code', 'staff_passkey'] as const)
    await tx.deleteFrom(table).where('staff_id', '=', id).execute();
  const detail = { before: member.role };
  await recordAudit(tx, { actor: actorOf(changer), action: 'staff remove', subject: subjectOf(member), detail });
}

/** Makes a member of staff owner or packer, which counts from their next page on. Throws a `Refusal`: 403, 404, 422. */
export async function setStaffRole(tx: Tx, changer: StaffChanger, { id, role }: { id: number; role: StaffRole }): Promise<void> {
  await beginChange(tx, changer);
  const member = await requireMember(tx, id);
  if (member.role === role) return;
  if (member.role === 'owner') await keepAnOwner(tx, member);
  await tx.updateTable('staff').set({ role }).where('id', '=', id).execute();
  const detail = { before: member.role, after: role };
  await recordAudit(tx, { actor: actorOf(changer), action: 'staff role', subject: subjectOf(member), detail });
}

/** The number of the member of staff with this address; undefined when there is none. */
export async function findStaffId(db: Db, email: string): Promise<number | undefined> {
  return (await members(db).select('id').where('mailbox', '=', toMailbox(email)).executeTakeFirst())?.id;
}
