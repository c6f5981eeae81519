import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { session } from './customer.ts';
import { email, name, optionalPhone } from './fields.ts';
import { failure } from './messages/failures.ts';

export const guestDetailsForm = z.object({ firstname: name, lastname: name, email, alt_phone_number: optionalPhone });
export type GuestDetails = z.input<typeof guestDetailsForm>;

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
