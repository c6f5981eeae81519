import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { OTP_DIGITS, RECOVERY_CODE_DIGITS } from '#lib/contract/field-lengths.ts';
import { email, newPassword, opaqueToken, signInPassword, timestamp } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
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
const deviceToken = z.optional(opaqueToken);

const staffSession = z.object({
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

export const adminOpenLinkCall = defineCall({
  name: 'adminOpenLink',
  method: 'POST',
  path: '/admin/open-link',
  access: 'anyone',
  summary: 'Says who a one-time link is for, and makes a secret for their app, or shows the one sent again. Uses nothing up.',
  body: z.object({ link: opaqueToken, totp_secret: z.optional(totpSecret) }),
  reply: replyWith(openedLink),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSetUpCall = defineCall({
  name: 'adminSetUp',
  method: 'POST',
  path: '/admin/set-up',
  access: 'anyone',
  summary: 'Sets password and second factor by a one-time link, which works once; signs in and shows the recovery codes once.',
  body: z.object({
    link: opaqueToken,
    password: newPassword,
    totp_secret: totpSecret,
    code: appCode,
    device_token: deviceToken,
  }),
  reply: replyWith(z.extend(staffSession, { recovery_codes: z.array(z.string()) })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSignInCall = defineCall({
  name: 'adminSignIn',
  method: 'POST',
  path: '/admin/sign-in',
  access: 'anyone',
  summary:
    'Signs a member of staff in with password and the code of their app, or a recovery code in its place. A code works once.',
  body: z.object({ email, password: signInPassword, code: anyCode, device_token: deviceToken }),
  reply: replyWith(staffSession),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSignInOptionsCall = defineCall({
  name: 'adminSignInOptions',
  method: 'POST',
  path: '/admin/sign-in-options',
  access: 'anyone',
  summary: 'Whether the browser with this token of the link of a demo may open its admin.',
  body: z.object({ demo_link: z.optional(opaqueToken) }),
  reply: replyWith(z.object({ demo: z.boolean() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminDemoSignInCall = defineCall({
  name: 'adminDemoSignIn',
  method: 'POST',
  path: '/admin/demo-sign-in',
  access: 'anyone',
  summary:
    'Signs in as the owner of a demo that runs on this machine, in a browser that opened the link printed when it started.',
  body: z.object({ demo_link: opaqueToken, device_token: deviceToken }),
  reply: replyWith(staffSession),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSignInAgainCall = defineCall({
  name: 'adminSignInAgain',
  method: 'POST',
  path: '/admin/sign-in-again',
  access: 'packer',
  summary: 'Signs in again, for what needs a recent sign-in. The session gets another token; the old one ends.',
  body: z.object({ password: signInPassword, code: anyCode }),
  reply: replyWith(z.object({ token: z.string() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSignOutCall = defineCall({
  name: 'adminSignOut',
  method: 'POST',
  path: '/admin/sign-out',
  access: 'packer',
  summary: 'Ends the session.',
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

/** A session of a member of staff, as listed. */
const staffDevice = z.object({
  /** Identifies the session in `end-session`; authorises nothing. */
  session_id: z.string(),
  /** Browser and system, such as "Chrome on Android". */
  device_name: z.string(),
  /** Truncated network at sign-in; empty if unknown. */
  network: z.string(),
  first_used_at: timestamp,
  /** Accurate to a minute. */
  last_used_at: timestamp,
  /** True for the session that makes the call. */
  this_device: z.boolean(),
});
export type StaffDevice = z.output<typeof staffDevice>;

export const adminSessionsCall = defineCall({
  name: 'adminSessions',
  method: 'GET',
  path: '/admin/sessions',
  access: 'packer',
  summary: 'Lists where the member of staff is signed in: the current session first, then by last use, newest first.',
  reply: replyWith(z.object({ sessions: z.array(staffDevice), recovery_codes_left: z.int() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminEndSessionCall = defineCall({
  name: 'adminEndSession',
  method: 'POST',
  path: '/admin/end-session',
  access: 'packer',
  summary: 'Ends one of the own sessions and forgets its device; succeeds if it has ended already.',
  body: z.object({ session_id: opaqueToken }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminEndOtherSessionsCall = defineCall({
  name: 'adminEndOtherSessions',
  method: 'POST',
  path: '/admin/end-other-sessions',
  access: 'packer',
  summary: 'Ends all own sessions but the current one, and forgets their devices.',
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminRecoveryCodesCall = defineCall({
  name: 'adminRecoveryCodes',
  method: 'POST',
  path: '/admin/recovery-codes',
  access: 'packer',
  needsRecentSignIn: true,
  summary: 'Replaces the own recovery codes and shows the new ones once.',
  reply: replyWith(z.object({ recovery_codes: z.array(z.string()) })),
  failure: failure.generic,
  beyondSpecification: true,
});

/** Calls by which staff sign in and see to their sessions. */
export const staffSignInCalls = [
  adminOpenLinkCall,
  adminSetUpCall,
  adminSignInCall,
  adminSignInOptionsCall,
  adminDemoSignInCall,
  adminSignInAgainCall,
  adminSignOutCall,
  adminSessionsCall,
  adminEndSessionCall,
  adminEndOtherSessionsCall,
  adminRecoveryCodesCall,
] as const;
