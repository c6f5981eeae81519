import * as z from 'zod/mini';
import { captchaField, defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { session } from './customer.ts';
import { email, opaqueToken, otp, phone, signInPassword, timestamp } from './fields.ts';
import { failure } from './messages/failures.ts';

export const signedInDevice = z.object({
  /** Identifies the session in `end-session`; authorises nothing. */
  session_id: z.string(),
  /** Browser and system for display, such as "Chrome on Android". */
  device_name: z.string(),
  first_used_at: timestamp,
  /** Accurate to a minute. */
  last_used_at: timestamp,
  this_device: z.boolean(),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const getSessionsCall = defineCall({
  name: 'getSessions',
  method: 'GET',
  path: '/customer/sessions',
  access: 'customer',
  summary: 'Lists the customer’s sessions: the current one first, then by last use, newest first.',
  reply: replyWith(z.array(signedInDevice)),
  failure: failure.sessionsFetch,
  beyondSpecification: true,
});

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'POST',
  path: '/customer/end-session',
  access: 'customer',
  summary: 'Ends one of the customer’s sessions and deletes its known device; succeeds if it has ended already. Idempotent.',
  body: z.object({ session_id: opaqueToken }),
  reply: replyOk,
  failure: failure.sessionEnd,
  beyondSpecification: true,
});

export const endSessionsCall = defineCall({
  name: 'endSessions',
  method: 'POST',
  path: '/customer/end-sessions',
  access: 'customer',
  summary: 'Ends all sessions of the customer, the current one included, and deletes their known devices.',
  reply: replyOk,
  failure: failure.sessionEndAll,
  beyondSpecification: true,
});

/** A fixed label that clients send; it authorises nothing. */
const userToken = z.optional(z.string());

/** The `user_token` that this site sends (specification, account calls). */
export const USER_TOKEN = 'storefront';

export const mobileForm = z.object({ mobile: phone });
export const mailedCodeForm = z.object({ mobile: phone, email });
export const otpForm = z.object({ otp });

/** Binds a code to the page that asked for it: from the reply to an earlier request for a code. */
const otpRequest = z.optional(opaqueToken);

const sendOtpBody = z.extend(mobileForm, { user_token: userToken, otp_request: otpRequest, ...captchaField });

/** Contains the code in demo mode only, and `mailed` when the code went to the email address. Another store may send no `otp_request`. */
const sendOtpReply = replyWith(
  z.object({ otp: z.optional(z.string()), otp_request: otpRequest, mailed: z.optional(z.boolean()) }),
);

export const otpSendCall = defineCall({
  name: 'otpSend',
  method: 'POST',
  path: '/otp/send',
  access: 'anyone',
  summary:
    'Sends a one-time code for checkout to a mobile number; the reply contains it in demo mode only. A store whose info has codes_by_mail mails it to the email address instead: it then proves the mailbox, not the number.',
  body: z.extend(sendOtpBody, { email: z.optional(email) }),
  reply: sendOtpReply,
  failure: failure.otpSend,
});

export const otpVerifyCheckoutCall = defineCall({
  name: 'otpVerifyCheckout',
  method: 'POST',
  path: '/otp/verify/checkout',
  access: 'anyone',
  summary: 'Verifies a mobile number, or the mailbox of a mailed code, at checkout and creates a session.',
  body: z.object({ mobile: phone, otp, otp_request: otpRequest, user_token: userToken }),
  reply: replyWith(session),
  failure: failure.otpVerify,
});

export const signInForm = z.object({ email, password: signInPassword });

export const loginCall = defineCall({
  name: 'login',
  method: 'POST',
  path: '/customer/login',
  access: 'anyone',
  summary: 'Signs in with email and password.',
  body: signInForm,
  reply: replyWith(session),
  failure: failure.login,
});

export const logoutCall = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/customer/logout',
  access: 'session',
  summary: 'Ends the session.',
  body: z.object({ user_token: userToken }),
  reply: replyOk,
  failure: failure.logout,
});

export const loginOtpCall = defineCall({
  name: 'loginOtp',
  method: 'POST',
  path: '/login/otp',
  access: 'anyone',
  summary: 'Sends a one-time code for signing in; the reply is the same whether or not the number is known.',
  body: sendOtpBody,
  reply: sendOtpReply,
  failure: failure.otpSend,
});

export const otpVerifyLoginCall = defineCall({
  name: 'otpVerifyLogin',
  method: 'POST',
  path: '/otp/verify/login',
  access: 'anyone',
  summary: 'Signs in with a one-time code.',
  body: z.object({ mobile: phone, otp, otp_request: otpRequest }),
  reply: replyWith(session),
  failure: failure.otpVerify,
});
