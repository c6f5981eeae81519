import * as z from 'zod/mini';
import { defineCall, replyOk } from './calls/define-call.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './field-lengths.ts';
import { name, newPassword, passwordsMatch } from './fields.ts';
import { RECENT_SIGN_IN_MINUTES } from './lifetimes.ts';
import { failure } from './messages/failures.ts';
import { fieldErrors } from './messages/field-errors.ts';

export const accountDetailsForm = z.object({ firstname: name, lastname: name });

export const accountDetailsCall = defineCall({
  name: 'accountDetails',
  method: 'POST',
  path: '/customer/account-details',
  access: 'customer',
  summary: 'Changes the customer’s name.',
  body: z.extend(accountDetailsForm, {
    /** Whether the customer wants reminders of their cart by mail; absent to leave it as it is. */
    cart_reminder: z.optional(z.boolean()),
  }),
  reply: replyOk,
  failure: failure.accountDetails,
});

const oldPassword = z
  .string({ error: fieldErrors.oldPasswordRequired })
  .check(
    z.minLength(1, { error: fieldErrors.oldPasswordRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: fieldErrors.oldPasswordShort, abort: true }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: fieldErrors.tooLong }),
  );

const newPasswords = {
  new_password: newPassword,
  confirm_password: z
    .string({ error: fieldErrors.confirmRequired })
    .check(z.minLength(1, { error: fieldErrors.confirmRequired })),
};

const newPasswordsMatch = passwordsMatch('new_password', 'confirm_password');

/** The form of a customer with a password (specification, validation). */
export const changePasswordForm = z.object({ old_password: oldPassword, ...newPasswords }).check(newPasswordsMatch);

/** The form of a customer without a password: it has no field for the old one. */
export const firstPasswordForm = z.object(newPasswords).check(newPasswordsMatch);

/** The body of the call. The old password is optional here: the server decides whether it is required. */
const changePasswordBody = z
  .object({
    old_password: z.optional(
      z.string({ error: fieldErrors.oldPasswordRequired }).check(
        z.refine((text) => text === '' || text.length >= PASSWORD_MIN_LENGTH, { error: fieldErrors.oldPasswordShort }),
        z.maxLength(PASSWORD_MAX_LENGTH, { error: fieldErrors.tooLong }),
      ),
    ),
    ...newPasswords,
  })
  .check(newPasswordsMatch);

/** Changes the password of a signed-in customer. Its name and path are those of the specification; no forgotten password is reset. */
export const resetPasswordCall = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/customer/reset-password',
  access: 'customer',
  summary: `Changes the password and ends all other sessions of the customer. Within ${RECENT_SIGN_IN_MINUTES} minutes of signing in, a customer without a password or a verified email address needs no old password.`,
  body: changePasswordBody,
  reply: replyOk,
  failure: failure.resetPassword,
});
