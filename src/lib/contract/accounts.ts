import * as z from 'zod/mini';
import { defineCall, replyOk } from './call.ts';
import { name, newPassword } from './fields.ts';
import { MAX_TEXT, PASSWORD_MIN_LENGTH } from './limits.ts';
import { failure, fieldErrors } from './texts.ts';

export const accountDetailsForm = z.object({ firstname: name, lastname: name });

export const accountDetailsCall = defineCall({
  name: 'accountDetails',
  method: 'POST',
  path: '/customer/account-details',
  access: 'customer',
  summary: 'Changes the customer’s name.',
  body: accountDetailsForm,
  reply: replyOk,
  failure: failure.accountDetails,
});

const oldPassword = z
  .string({ error: fieldErrors.oldPasswordRequired })
  .check(
    z.minLength(1, { error: fieldErrors.oldPasswordRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: fieldErrors.oldPasswordShort, abort: true }),
    z.maxLength(MAX_TEXT, { error: fieldErrors.tooLong }),
  );

const newPasswords = {
  new_password: newPassword,
  confirm_password: z
    .string({ error: fieldErrors.confirmRequired })
    .check(z.minLength(1, { error: fieldErrors.confirmRequired })),
};

/** The rule that a new password is typed twice alike. */
const sameTwice = () =>
  z.refine<{ new_password: string; confirm_password: string }>((form) => form.new_password === form.confirm_password, {
    error: fieldErrors.passwordsMatch,
    path: ['confirm_password'],
  });

/** What who has a password fills in (specification 5). */
export const changePasswordForm = z.object({ old_password: oldPassword, ...newPasswords }).check(sameTwice());

/** What who has no password yet fills in: there is no old one to type. */
export const firstPasswordForm = z.object(newPasswords).check(sameTwice());

/** What is sent: whether the old password can be left out is for the store to say. */
const changePasswordBody = z
  .object({
    old_password: z.optional(
      z.string({ error: fieldErrors.oldPasswordRequired }).check(
        z.refine((text) => text === '' || text.length >= PASSWORD_MIN_LENGTH, { error: fieldErrors.oldPasswordShort }),
        z.maxLength(MAX_TEXT, { error: fieldErrors.tooLong }),
      ),
    ),
    ...newPasswords,
  })
  .check(sameTwice());

export const resetPasswordCall = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/customer/reset-password',
  access: 'customer',
  summary:
    'Changes the password; every other session of the customer ends. Who has no password, or no proven e-mail address, needs no old one for 15 minutes after signing in.',
  body: changePasswordBody,
  reply: replyOk,
  failure: failure.resetPassword,
});
