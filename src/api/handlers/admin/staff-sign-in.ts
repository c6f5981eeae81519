import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, type CallContext, requireStaff } from '#api/handlers/call-context.ts';
import { isDemoLinkToken } from '#api/handlers/http/demo-link.ts';
import { readIpAddress } from '#api/handlers/http/read-ip-address.ts';
import { recordAudit } from '#api/services/audit.ts';
import { Refusal } from '#api/services/refusal.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { verifyDeviceToken } from '#api/services/sessions/device-tokens.ts';
import type { StaffVisitor } from '#api/services/staff/complete-staff-sign-in.ts';
import { signInDemoOwner } from '#api/services/staff/demo-owner.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '#api/services/staff/recovery-codes.ts';
import { openStaffLink, setUpStaff } from '#api/services/staff/set-up-staff.ts';
import { endStaffSession, endStaffSessions, listStaffSessions } from '#api/services/staff/staff-session-list.ts';
import { deleteStaffSession, staffActor } from '#api/services/staff/staff-sessions.ts';
import { signInStaff, signInStaffAgain } from '#api/services/staff/staff-sign-in.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import type { staffSignInCalls } from '#lib/contract/admin/staff-sign-in.ts';

interface SignInRequest {
  context: CallContext;
  headers: Headers;
  body: { device_token?: string | undefined };
}

const readVisitor = ({ context: { deviceKey }, headers, body }: SignInRequest): StaffVisitor => ({
  ipAddress: readIpAddress(headers),
  deviceName: parseDeviceName(headers.get('user-agent')),
  deviceToken: verifyDeviceToken(body.device_token, deviceKey),
  deviceKey,
});

/** Whether this is the token of the link that opens a local demo. One that is open to all opens its admin to nobody. */
const mayOpenDemo = ({ demoMode, demoLinkToken }: CallContext, token: string | undefined): boolean =>
  demoMode && demoLinkToken !== undefined && isDemoLinkToken(token, demoLinkToken);

export const staffSignInHandlers: AdminHandlers<typeof staffSignInCalls> = {
  adminOpenLink: async ({ context, body, headers }) => ({
    success: true,
    data: await openStaffLink(context.db, body, readIpAddress(headers)),
  }),

  adminSetUp: async (request) => ({
    success: true,
    data: await setUpStaff(request.context.db, request.body, readVisitor(request)),
  }),

  adminSignIn: async (request) => ({
    success: true,
    data: await signInStaff(request.context.db, request.body, readVisitor(request)),
  }),

  adminSignInOptions: async ({ context, body }) => ({ success: true, data: { demo: mayOpenDemo(context, body.demo_link) } }),

  adminDemoSignIn: async (request) => {
    const { context, body } = request;
    if (!mayOpenDemo(context, body.demo_link)) throw new Refusal(403, staffFailure.demoLink);
    return { success: true, data: await write(context.db, (tx) => signInDemoOwner(tx, readVisitor(request))) };
  },

  adminSignInAgain: async (request) => {
    const { context, headers, body } = request;
    const visitor = readVisitor({ context, headers, body: {} });
    return { success: true, data: await signInStaffAgain(context.db, requireStaff(request), body, visitor) };
  },

  adminSignOut: async (request) => {
    const staff = requireStaff(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      await deleteStaffSession(tx, staff.token);
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff sign-out', ipAddress });
    });
    return { success: true };
  },

  adminSessions: async (request) => {
    const staff = requireStaff(request);
    const { db } = request.context;
    const [sessions, recovery_codes_left] = [await listStaffSessions(db, staff), await countRecoveryCodes(db, staff.staffId)];
    return { success: true, data: { sessions, recovery_codes_left } };
  },

  adminEndSession: async (request) => {
    const staff = requireStaff(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      if (await endStaffSession(tx, staff.staffId, request.body.session_id))
        await recordAudit(tx, { actor: staffActor(staff), action: 'staff session-end', ipAddress });
    });
    return { success: true };
  },

  adminEndOtherSessions: async (request) => {
    const staff = requireStaff(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      await endStaffSessions(tx, staff.staffId, staff.token);
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff session-end-others', ipAddress });
    });
    return { success: true };
  },

  adminRecoveryCodes: async (request) => {
    const staff = requireStaff(request);
    const ipAddress = readIpAddress(request.headers);
    const recovery_codes = await write(request.context.db, async (tx) => {
      await recordAudit(tx, { actor: staffActor(staff), action: 'staff recovery-codes', ipAddress });
      return replaceRecoveryCodes(tx, staff.staffId);
    });
    return { success: true, data: { recovery_codes } };
  },
};
