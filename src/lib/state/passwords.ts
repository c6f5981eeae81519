import { map } from 'nanostores';
import { forgotPassword, tokenPassword } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { success } from '#lib/contract/messages.ts';
import type { ActionResult } from './auth.ts';
import { callStore, isRefused, joined } from './call.ts';
import { refusal, tellNextPage } from './entry.ts';
import { toastSuccess } from './toast.ts';

/** What is being done about a forgotten password (specification 3: reset password). */
export interface PasswordsState {
  loading: boolean;
  error: string | null;
  /** What was answered to the request for a link, and the address it was asked for; null before. */
  asked: { email: string; message: string } | null;
}

export const $passwords = map<PasswordsState>({ loading: false, error: null, asked: null });

/** Asks for a link that sets a new password. The answer is the same whether or not the address has an account. */
export async function askForLink({ email }: BodyOf<typeof forgotPassword>): Promise<ActionResult> {
  $passwords.set({ loading: true, error: null, asked: null });
  const outcome = await callStore(forgotPassword, { body: { email } });
  $passwords.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    $passwords.setKey('error', joined(outcome.message));
    return refusal(outcome);
  }
  const message = outcome.message?.length ? joined(outcome.message) : success.resetMail;
  toastSuccess(message, { duration: TOAST_SHORT_MS, subject: 'entry' });
  $passwords.setKey('asked', { email, message });
  return { ok: true };
}

/** Back to the form, to ask for another address. */
export const askAgain = (): void => $passwords.setKey('asked', null);

/** Sets a new password with the secret of the mailed link, then leads to the sign-in page (specification 2.9). */
export async function setNewPassword(form: BodyOf<typeof tokenPassword>): Promise<ActionResult> {
  $passwords.set({ loading: true, error: null, asked: null });
  const outcome = await callStore(tokenPassword, { body: form });
  $passwords.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    $passwords.setKey('error', joined(outcome.message));
    return refusal(outcome);
  }
  tellNextPage(outcome.message?.length ? outcome.message : success.passwordReset);
  location.replace('/signin?reset=1');
  return { ok: true };
}
