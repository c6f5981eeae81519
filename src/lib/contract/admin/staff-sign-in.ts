import * as z from 'zod/mini';
import { OTP_DIGITS, RECOVERY_CODE_DIGITS } from '#lib/contract/field-lengths.ts';
import { email, newPassword, opaqueToken, signInPassword } from '#lib/contract/fields.ts';
import { signedInDevice } from '#lib/contract/sign-in.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { adminCall } from './admin-call.ts';
import { staffRoles } from './staff.ts';
import { staffFailure } from './staff-failures.ts';

/** Digits in any script, with spaces or hyphens between groups as apps and prints show them. */
const digits = z.string({ error: staffFailure.code }).check(z.overwrite((text) => toAsciiDigits(text).replace(/[\s-]+/gu, '')));

const appCode = digits.check(z.regex(new RegExp(`^\\d{${OTP_DIGITS}}$`), { error: staffFailure.code }));

/** A code of the app or, in its place, a recovery code. */
const anyCode = digits.check(
  z.regex(new RegExp(`^(?:\\d{${OTP_DIGITS}}|\\d{${RECOVERY_CODE_DIGITS}})$`), { error: staffFailure.code }),
);

/** 160 bits in base32. */
const totpSecret = z.string().check(z.regex(/^[A-Z2-7]{32}$/));

/** The token of a device cookie, by which a browser has rate limits of its own. Pages keep it; it signs nobody in. */
export const deviceTokenField = z.optional(opaqueToken);

export const staffSession = z.object({
  token: z.string(),
  device_token: z.string(),
  recovery_codes_left: z.int(),
});
export type StaffSession = z.output<typeof staffSession>;

const openedLink = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** Whether they have signed in before, so that the link replaces password and second factor. */
  is_reset: z.boolean(),
  totp_secret: totpSecret,
  /** The secret as an address that apps open. */
  totp_uri: z.string(),
  /** The same as a QR code, SVG. */
  totp_qr: z.string(),
});
export type OpenedLink = z.output<typeof openedLink>;

export const adminOpenLinkCall = adminCall('adminOpenLink', 'POST /open-link', 'anyone', {
  summary: 'Says who a one-time link is for, and makes a secret for their app, or shows the one sent again. Uses nothing up.',
  body: z.object({ link: opaqueToken, totp_secret: z.optional(totpSecret) }),
  reply: openedLink,
});

export const adminSetUpCall = adminCall('adminSetUp', 'POST /set-up', 'anyone', {
  summary: 'Sets password and second factor by a one-time link, which works once; signs in and shows the recovery codes once.',
  body: z.object({
    link: opaqueToken,
    password: newPassword,
    totp_secret: totpSecret,
    code: appCode,
    device_token: deviceTokenField,
  }),
  reply: z.extend(staffSession, { recovery_codes: z.array(z.string()) }),
});

export const adminSignInCall = adminCall('adminSignIn', 'POST /sign-in', 'anyone', {
  summary:
    'Signs a member of staff in with password and the code of their app, or a recovery code in its place. A code works once.',
  body: z.object({ email, password: signInPassword, code: anyCode, device_token: deviceTokenField }),
  reply: staffSession,
});

export const adminSignInOptionsCall = adminCall('adminSignInOptions', 'POST /sign-in-options', 'anyone', {
  summary: 'Whether the browser with this token of the link of a demo may open its admin.',
  body: z.object({ demo_link: z.optional(opaqueToken) }),
  reply: z.object({ demo: z.boolean() }),
});

export const adminDemoSignInCall = adminCall('adminDemoSignIn', 'POST /demo-sign-in', 'anyone', {
  summary:
    'Signs in as the owner of a demo that runs on this machine, in a browser that opened the link printed when it started.',
  body: z.object({ demo_link: opaqueToken, device_token: deviceTokenField }),
  reply: staffSession,
});

export const adminSignInAgainCall = adminCall('adminSignInAgain', 'POST /sign-in-again', 'packer', {
  summary: 'Signs in again, for what needs a recent sign-in. The session gets another token; the old one ends.',
  body: z.object({ password: signInPassword, code: anyCode }),
  reply: z.object({ token: z.string() }),
});

export const adminSignOutCall = adminCall('adminSignOut', 'POST /sign-out', 'packer', {
  summary: 'Ends the session.',
});

const staffDevice = z.extend(signedInDevice, { network: z.string() });
export type StaffDevice = z.output<typeof staffDevice>;

export const adminSessionsCall = adminCall('adminSessions', 'GET /sessions', 'packer', {
  summary: 'Lists where the member of staff is signed in: the current session first, then by last use, newest first.',
  reply: z.object({ sessions: z.array(staffDevice), recovery_codes_left: z.int() }),
});

export const adminEndSessionCall = adminCall('adminEndSession', 'POST /end-session', 'packer', {
  summary: 'Ends one of the own sessions and forgets its device; succeeds if it has ended already.',
  body: z.object({ session_id: opaqueToken }),
});

export const adminEndOtherSessionsCall = adminCall('adminEndOtherSessions', 'POST /end-other-sessions', 'packer', {
  summary: 'Ends all own sessions but the current one, and forgets their devices.',
});

export const adminRecoveryCodesCall = adminCall('adminRecoveryCodes', 'POST /recovery-codes', 'packer', {
  needsRecentSignIn: true,
  summary: 'Replaces the own recovery codes and shows the new ones once.',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});
