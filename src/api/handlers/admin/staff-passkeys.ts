import { write } from '#api/database/transaction.ts';
import type { AdminHandlers, CallContext } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import {
  addPasskey,
  describeNewPasskey,
  describePasskeySignIn,
  describePasskeySignInAgain,
  listPasskeys,
  type PasskeyPlace,
  removePasskey,
  signInAgainWithPasskey,
  signInWithPasskey,
} from '#api/services/staff/passkeys/passkeys.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import { readStaffVisitor } from './staff-visitor.ts';

const placeOf = ({ adminUrl, deviceKey }: CallContext): PasskeyPlace => ({
  origin: new URL(adminUrl).origin,
  challengeKey: deviceKey,
});

export const staffPasskeyHandlers = {
  adminPasskeys: async ({ context, db, staff }) => ({
    passkeys: await listPasskeys(db, staff.staffId),
    options: await describeNewPasskey(db, staff, placeOf(context)),
  }),

  adminAddPasskey: (request) => {
    const { context, db, staff, body } = request;
    return addPasskey(db, staff, body.passkey, placeOf(context), readStaffVisitor(request));
  },

  adminRemovePasskey: ({ db, staff, body, ipAddress }) =>
    write(db, async (tx) => {
      if (await removePasskey(tx, staff.staffId, body.id))
        await recordAudit(tx, { actor: staffActor(staff), action: 'staff passkey-remove', ipAddress });
    }),

  adminPasskeyOptions: async ({ context }) => ({ options: describePasskeySignIn(placeOf(context)) }),

  adminPasskeySignIn: (request) => {
    const { context, db, body } = request;
    return signInWithPasskey(db, body.passkey, placeOf(context), readStaffVisitor(request));
  },

  adminPasskeyOptionsAgain: async ({ context, db, staff }) => {
    const options = await describePasskeySignInAgain(db, staff.staffId, placeOf(context));
    return options === undefined ? {} : { options };
  },

  adminPasskeySignInAgain: (request) => {
    const { context, db, staff, body } = request;
    return signInAgainWithPasskey(db, staff, body.passkey, placeOf(context), readStaffVisitor(request));
  },
} satisfies Partial<AdminHandlers>;
