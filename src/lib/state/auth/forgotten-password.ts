import { map } from 'nanostores';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { callStore, isRefused, joinMessages } from '#lib/state/session/call.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import type { ActionResult } from './complete-sign-in.ts';
import { reportAuthRefusal, toastOnNextPage } from './redirect.ts';

/** What is being done about a forgotten password (specification 3: reset password). */
export interface ForgottenPasswordState {
  loading: boolean;
  error: string | null;
  /** What was answered to the request for a link, and the address it was asked for; null before. */
  asked: { email: string; message: string } | null;
}

export const $forgottenPassword = map<ForgottenPasswordState>({ loading: false, error: null, asked: null });

/** Asks for a link that sets a new password. The answer is the same whether or not the address has an account. */
export async function requestResetLink({ email }: BodyOf<typeof forgotPasswordCall>): Promise<ActionResult> {
  $forgottenPassword.set({ loading: true, error: null, asked: null });
  const outcome = await callStore(forgotPasswordCall, { body: { email } });
  $forgottenPassword.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    $forgottenPassword.setKey('error', joinMessages(outcome.message));
    return reportAuthRefusal(outcome);
  }
  const message = outcome.message?.length ? joinMessages(outcome.message) : success.resetMail;
  toastSuccess(message, { duration: TOAST_SHORT_MS, subject: 'entry' });
  $forgottenPassword.setKey('asked', { email, message });
  return { ok: true };
}

/** Back to the form, to ask for another address. */
export const restartResetRequest = (): void => $forgottenPassword.setKey('asked', null);

/** Sets a new password with the secret of the mailed link, then leads to the sign-in page (specification 2.9). */
export async function setNewPassword(form: BodyOf<typeof tokenPasswordCall>): Promise<ActionResult> {
  $forgottenPassword.set({ loading: true, error: null, asked: null });
  const outcome = await callStore(tokenPasswordCall, { body: form });
  $forgottenPassword.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    $forgottenPassword.setKey('error', joinMessages(outcome.message));
    return reportAuthRefusal(outcome);
  }
  toastOnNextPage(outcome.message?.length ? outcome.message : success.passwordReset);
  location.replace('/signin?reset=1');
  return { ok: true };
}
