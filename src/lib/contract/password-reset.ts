import * as z from 'zod/mini';
import { defineCall, replyOk } from './calls/define-call.ts';
import { email, newPassword, opaqueToken, passwordsMatch } from './fields.ts';
import { failure } from './messages/failures.ts';
import { fieldErrors } from './messages/field-errors.ts';

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
