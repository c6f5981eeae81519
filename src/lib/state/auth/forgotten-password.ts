import { map } from 'nanostores';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { messageOf, textOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { authToast, toastOnNextPage } from './auth-toasts.ts';

export interface ForgottenPasswordState {
  loading: boolean;
  error: string | null;
  /** The email address that a link was requested for, and the store's reply; null before. */
  asked: { email: string; message: string } | null;
}

export const $forgottenPassword = map<ForgottenPasswordState>({ loading: false, error: null, asked: null });

const track = trackIn($forgottenPassword);

/** Returns to the form, to request a link for another address. */
export const restartResetRequest = (): void => $forgottenPassword.setKey('asked', null);

/** Requests a link that resets the password. The reply is the same whether or not the address has an account. */
export async function requestResetLink({ email }: BodyOf<typeof forgotPasswordCall>): Promise<ActionResult> {
  restartResetRequest();
  const { reply, result } = await runCall(callStore(forgotPasswordCall, { body: { email } }), {
    track,
    toast: authToast,
  });
  if (!reply) return result;
  const message = textOf(reply, success.resetMail);
  toastSuccess(message, authToast);
  $forgottenPassword.setKey('asked', { email, message });
  return result;
}

/** Sets a new password with the secret of the mailed link, then redirects to the sign-in page (specification, interface). */
export async function setNewPassword(form: BodyOf<typeof tokenPasswordCall>): Promise<ActionResult> {
  restartResetRequest();
  const { reply, result } = await runCall(callStore(tokenPasswordCall, { body: form }), {
    track,
    toast: authToast,
  });
  if (!reply) return result;
  toastOnNextPage(messageOf(reply, success.passwordReset));
  location.replace(`${paths.signIn()}?reset=1`);
  return result;
}
