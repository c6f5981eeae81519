import * as z from 'zod/mini';
import { defineCall, replyWith } from './call.ts';
import { email, name, optionalPhone, otp, phone } from './fields.ts';
import { failure } from './messages.ts';

export const customer = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** The phone number again when the customer gave no other (specification 3). */
  alt_phone_number: z.string(),
});
export type Customer = z.output<typeof customer>;

/** What sign-in, registration and code verification answer with. */
export const session = z.object({
  token: z.optional(z.string()),
  customer,
  email_verification_token: z.optional(z.string()),
  is_existing_customer: z.optional(z.boolean()),
});
export type Session = z.output<typeof session>;

/** A fixed label that clients send; it authorises nothing. */
const userToken = z.optional(z.string());

export const mobileForm = z.object({ mobile: phone });
export const otpForm = z.object({ otp });
export const guestDetailsForm = z.object({ firstname: name, lastname: name, email, alt_phone_number: optionalPhone });
export type GuestDetails = z.input<typeof guestDetailsForm>;

export const sendOtp = defineCall({
  name: 'otpSend',
  method: 'POST',
  path: '/otp/send',
  access: 'anyone',
  summary: 'Sends a one-time code for checking out to a mobile number; only a demo shop echoes it.',
  body: z.extend(mobileForm, { user_token: userToken }),
  reply: replyWith(z.object({ otp: z.optional(z.string()) })),
  failure: failure.otpSend,
});

export const verifyCheckoutOtp = defineCall({
  name: 'otpVerifyCheckout',
  method: 'POST',
  path: '/otp/verify/checkout',
  access: 'anyone',
  summary: 'Proves a mobile number at checkout and opens a session.',
  body: z.object({ mobile: phone, otp, user_token: userToken }),
  reply: replyWith(session),
  failure: failure.otpVerify,
});

export const updateUserDetails = defineCall({
  name: 'updateUserDetails',
  method: 'POST',
  path: '/customer/update-user-details',
  access: 'session',
  summary: 'Names the guest behind a verified number and so makes a customer.',
  body: guestDetailsForm,
  reply: replyWith(session),
  failure: failure.accountDetails,
});
