import * as z from 'zod/mini';
import { captchaField, defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { session } from './customer.ts';
import { email, name, newPassword, opaqueToken, phone, signInPassword, terms } from './fields.ts';
import { failure } from './messages/failures.ts';

export const signUpForm = z.object({
  firstname: name,
  lastname: name,
  email,
  password: newPassword,
  phone_number: phone,
  terms,
});

export const registerCall = defineCall({
  name: 'register',
  method: 'POST',
  path: '/customer/register',
  access: 'anyone',
  summary: 'Registers a customer. If the store sends email, the address must be verified before signing in.',
  body: z.extend(signUpForm, captchaField),
  reply: replyWith(session),
  failure: failure.register,
});

export const verifyEmailCall = defineCall({
  name: 'verifyEmail',
  method: 'POST',
  path: '/customer/verify-email',
  access: 'anyone',
  summary:
    'Verifies an email address with the mailed token, together with the sign-up’s receipt (email_verification_token) or its password; with the password it also signs in.',
  body: z.object({ token: opaqueToken, receipt: z.optional(opaqueToken), password: z.optional(signInPassword) }),
  reply: z.extend(replyOk, { data: z.optional(session) }),
  failure: failure.generic,
  beyondSpecification: true,
});

/** A form without fields, for confirming with a button. */
export const confirmForm = z.object({});

/** The form for verifying an email address in another browser than the one that signed up. */
export const signUpPasswordForm = z.object({ password: signInPassword });

export const rejectSignUpCall = defineCall({
  name: 'rejectSignUp',
  method: 'POST',
  path: '/customer/reject-sign-up',
  access: 'anyone',
  summary: 'Deletes an unverified sign-up with the mailed token, for when someone else used the address.',
  body: z.object({ token: opaqueToken }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});
