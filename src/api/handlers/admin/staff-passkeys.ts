import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, type CallContext, requireStaff } from '#api/handlers/call-context.ts';
import { readIpAddress } from '#api/handlers/http/read-ip-address.ts';
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
import type { staffPasskeyCalls } from '#lib/contract/admin/staff-passkeys.ts';
import { readStaffVisitor } from './staff-visitor.ts';

const placeOf = ({ adminUrl, deviceKey }: CallContext): PasskeyPlace => ({
  origin: new URL(adminUrl).origin,
  challengeKey: deviceKey,
});

export const staffPasskeyHandlers: AdminHandlers<typeof staffPasskeyCalls> = {
  adminPasskeys: async (request) => {
    const staff = requireStaff(request);
    const { context } = request;
    const passkeys = await listPasskeys(context.db, staff.staffId);
    return { success: true, data: { passkeys, options: await describeNewPasskey(context.db, staff, placeOf(context)) } };
  },

  adminAddPasskey: async (request) => {
    const staff = requireStaff(request);
    const { context, headers, body } = request;
    const visitor = readStaffVisitor({ context, headers, body: {} });
    await addPasskey(context.db, staff, body.passkey, placeOf(context), visitor);
    return { success: true };
  },

  adminRemovePasskey: async (request) => {
    const staff = requireStaff(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      if (await removePasskey(tx, staff.staffId, request.body.id))
        await recordAudit(tx, { actor: staffActor(staff), action: 'staff passkey-remove', ipAddress });
    });
    return { success: true };
  },

  adminPasskeyOptions: async ({ context }) => ({
    success: true,
    data: { options: describePasskeySignIn(placeOf(context)) },
  }),

  adminPasskeySignIn: async (request) => {
    const { context, body } = request;
    return {
      success: true,
      data: await signInWithPasskey(context.db, body.passkey, placeOf(context), readStaffVisitor(request)),
    };
  },

  adminPasskeyOptionsAgain: async (request) => {
    const { context } = request;
    const options = await describePasskeySignInAgain(context.db, requireStaff(request).staffId, placeOf(context));
    return { success: true, data: options === undefined ? {} : { options } };
  },

  adminPasskeySignInAgain: async (request) => {
    const staff = requireStaff(request);
    const { context, headers, body } = request;
    const visitor = readStaffVisitor({ context, headers, body: {} });
    return { success: true, data: await signInAgainWithPasskey(context.db, staff, body.passkey, placeOf(context), visitor) };
  },
};
