import * as z from 'zod/mini';
import { captchaField, defineCall, replyOk, replyWith } from './calls/define-call.ts';
import {
  email,
  name,
  newPassword,
  opaqueToken,
  optionalPhone,
  otp,
  passwordsMatch,
  phone,
  signInPassword,
  terms,
} from './fields.ts';
import { failure, fieldErrors } from './texts.ts';

export const customer = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** The second phone number; equals `phone_number` when none was given (specification 3). */
  alt_phone_number: z.string(),
  /** False for a customer who signs in by one-time code only and may set a first password (see accounts.ts). */
  has_password: z.optional(z.boolean()),
});
export type Customer = z.output<typeof customer>;

/** Data of a successful sign-in, registration or code verification. */
export const session = z.object({
  token: z.optional(z.string()),
  customer,
  email_verification_token: z.optional(z.string()),
  is_existing_customer: z.optional(z.boolean()),
});
export type Session = z.output<typeof session>;

/** A fixed label that clients send; it authorises nothing. */
const userToken = z.optional(z.string());

/** The `user_token` that this site sends (specification 7.2). */
export const USER_TOKEN = 'storefront';

export const mobileForm = z.object({ mobile: phone });
export const otpForm = z.object({ otp });
export const guestDetailsForm = z.object({ firstname: name, lastname: name, email, alt_phone_number: optionalPhone });
export type GuestDetails = z.input<typeof guestDetailsForm>;

export const otpSendCall = defineCall({
  name: 'otpSend',
  method: 'POST',
  path: '/otp/send',
  access: 'anyone',
  summary: 'Sends a one-time code for checkout to a mobile number; the reply contains it in demo mode only.',
  body: z.extend(mobileForm, { user_token: userToken, ...captchaField }),
  reply: replyWith(z.object({ otp: z.optional(z.string()) })),
  failure: failure.otpSend,
});

export const otpVerifyCheckoutCall = defineCall({
  name: 'otpVerifyCheckout',
  method: 'POST',
  path: '/otp/verify/checkout',
  access: 'anyone',
  summary: 'Verifies a mobile number at checkout and creates a session.',
  body: z.object({ mobile: phone, otp, user_token: userToken }),
  reply: replyWith(session),
  failure: failure.otpVerify,
});

export const updateUserDetailsCall = defineCall({
  name: 'updateUserDetails',
  method: 'POST',
  path: '/customer/update-user-details',
  access: 'session',
  summary: 'Saves the name and email address of a guest with a verified number, who becomes a customer.',
  body: guestDetailsForm,
  reply: replyWith(session),
  failure: failure.accountDetails,
});

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

export const forgotPasswordForm = z.object({ email });

export const forgotPasswordCall = defineCall({
  name: 'forgotPassword',
  method: 'POST',
  path: '/customer/forgot-password',
  access: 'anyone',
  summary: 'Mails a link for setting a new password; the reply is the same whether or not the account exists.',
  body: forgotPasswordForm,
  reply: replyOk,
  failure: failure.resetPassword,
});

const newPasswords = { password: newPassword, password_confirmation: z.string({ error: fieldErrors.passwordsMatch }) };
const newPasswordsMatch = passwordsMatch('password', 'password_confirmation');

export const newPasswordForm = z.object(newPasswords).check(newPasswordsMatch);

export const tokenPasswordCall = defineCall({
  name: 'tokenPassword',
  method: 'POST',
  path: '/customer/token-password',
  access: 'anyone',
  summary: 'Sets a new password with the mailed token and ends all sessions of the customer.',
  body: z.object({ token: opaqueToken, ...newPasswords }).check(newPasswordsMatch),
  reply: replyOk,
  failure: failure.resetPassword,
});

export const loginOtpCall = defineCall({
  name: 'loginOtp',
  method: 'POST',
  path: '/login/otp',
  access: 'anyone',
  summary: 'Sends a one-time code for signing in; the reply is the same whether or not the number is known.',
  body: z.extend(mobileForm, { user_token: userToken, ...captchaField }),
  reply: replyWith(z.object({ otp: z.optional(z.string()) })),
  failure: failure.otpSend,
});

export const otpVerifyLoginCall = defineCall({
  name: 'otpVerifyLogin',
  method: 'POST',
  path: '/otp/verify/login',
  access: 'anyone',
  summary: 'Signs in with a one-time code.',
  body: z.object({ mobile: phone, otp }),
  reply: replyWith(session),
  failure: failure.otpVerify,
});
