import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { completeStaffSignIn, type StaffVisitor } from './complete-staff-sign-in.ts';

/** No mailbox of a person: the name is reserved (RFC 2606). */
const DEMO_MAIL = 'owner@demo.invalid';

/** Signs in as the owner of the running demo, who has no password and ends with it. The caller checks that the browser may. */
export async function signInDemoOwner(tx: Tx, visitor: StaffVisitor): Promise<StaffSession> {
  await takeAdvisoryLock(tx, 'staff');
  const owner = {
    email: DEMO_MAIL,
    mailbox: DEMO_MAIL,
    name: 'Demo owner',
    role: 'owner',
    password_hash: null,
    is_demo: 1,
    created_at: isoNow(),
    removed_at: null,
  } as const;
  const staff = await tx
    .insertInto('staff')
    .values(owner)
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ removed_at: null }))
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow();
  return completeStaffSignIn(tx, staff, { way: 'demo' }, visitor);
}
