import { write } from '#api/database/transaction.ts';
import type { AdminHandlers, CallContext } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import { Refusal } from '#api/services/refusal.ts';
import { signInDemoOwner } from '#api/services/staff/demo-owner.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '#api/services/staff/recovery-codes.ts';
import { openStaffLink, setUpStaff } from '#api/services/staff/set-up-staff.ts';
import { endStaffSession, endStaffSessions, listStaffSessions } from '#api/services/staff/staff-session-list.ts';
import { deleteStaffSession, staffActor } from '#api/services/staff/staff-sessions.ts';
import { signInStaff, signInStaffAgain } from '#api/services/staff/staff-sign-in.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import { readStaffVisitor } from './staff-visitor.ts';

/** Whether this is the token of the link that opens a local demo. One that is open to all opens its admin to nobody. */
const mayOpenDemo = ({ demoMode, demoLinkToken }: CallContext, token: string | undefined): boolean =>
  demoMode && demoLinkToken !== undefined && isSameSecret(token ?? '', demoLinkToken);

export const staffSignInHandlers = {
  adminSelf: async ({ staff: { staffId: id, name, email, role, signedInAt: signed_in_at } }) => ({
    ...{ id, name, email, role, signed_in_at },
  }),

  adminOpenLink: ({ db, body, ipAddress }) => openStaffLink(db, body, ipAddress),

  adminSetUp: (request) => setUpStaff(request.db, request.body, readStaffVisitor(request)),

  adminSignIn: (request) => signInStaff(request.db, request.body, readStaffVisitor(request)),

  adminSignInOptions: async ({ context, body }) => ({ demo: mayOpenDemo(context, body.demo_link) }),

  adminDemoSignIn: async (request) => {
    if (!mayOpenDemo(request.context, request.body.demo_link)) throw new Refusal(403, staffFailure.demoLink);
    return write(request.db, (tx) => signInDemoOwner(tx, readStaffVisitor(request)));
  },

  adminSignInAgain: (request) => signInStaffAgain(request.db, request.staff, request.body, readStaffVisitor(request)),

  adminSignOut: ({ db, staff, ipAddress }) =>
    write(db, async (tx) => {
      await deleteStaffSession(tx, staff.token);
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff sign-out', ipAddress });
    }),

  adminSessions: async ({ db, staff }) => ({
    sessions: await listStaffSessions(db, staff),
    recovery_codes_left: await countRecoveryCodes(db, staff.staffId),
  }),

  adminEndSession: ({ db, staff, body, ipAddress }) =>
    write(db, async (tx) => {
      if (await endStaffSession(tx, staff.staffId, body.session_id))
        await recordAudit(tx, { actor: staffActor(staff), action: 'staff session-end', ipAddress });
    }),

  adminEndOtherSessions: ({ db, staff, ipAddress }) =>
    write(db, async (tx) => {
      await endStaffSessions(tx, staff.staffId, staff.token);
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff session-end-others', ipAddress });
    }),

  adminRecoveryCodes: ({ db, staff, ipAddress }) =>
    write(db, async (tx) => {
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff recovery-codes', ipAddress });
      return { recovery_codes: await replaceRecoveryCodes(tx, staff.staffId) };
    }),
} satisfies Partial<AdminHandlers>;
