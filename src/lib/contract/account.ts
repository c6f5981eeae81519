import * as z from 'zod/mini';
import { defineCall, replyOk } from './call.ts';
import { name, newPassword } from './fields.ts';
import { MAX_TEXT, PASSWORD_MIN_LENGTH } from './limits.ts';
import { failure, field } from './messages.ts';

export const accountDetailsForm = z.object({ firstname: name, lastname: name });

export const accountDetails = defineCall({
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
  .string({ error: field.oldPasswordRequired })
  .check(
    z.minLength(1, { error: field.oldPasswordRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: field.oldPasswordShort, abort: true }),
    z.maxLength(MAX_TEXT, { error: field.tooLong }),
  );

export const changePasswordForm = z
  .object({
    old_password: oldPassword,
    new_password: newPassword,
    confirm_password: z.string({ error: field.confirmRequired }).check(z.minLength(1, { error: field.confirmRequired })),
  })
  .check(
    z.refine((form) => form.new_password === form.confirm_password, { error: field.passwordsMatch, path: ['confirm_password'] }),
  );

export const changePassword = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/customer/reset-password',
  access: 'customer',
  summary: 'Changes the password; every other session of the customer ends.',
  body: changePasswordForm,
  reply: replyOk,
  failure: failure.resetPassword,
});
