import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { rejectSignUpCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import { textOf, toastRefusal } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, type CallRun, runCall } from '#lib/state/calls/run-call.ts';
import { setFlash, takeFlash } from '#lib/state/persistence/storage.ts';
import { $auth, updateAuth } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { authToast } from './auth-toasts.ts';
import { signInAndRedirect } from './redirect-after-sign-in.ts';

/** Progress of verifying an email address: confirmed by a button where this browser signed up, by the password elsewhere. */
export type VerificationStep = 'opening' | 'button' | 'password' | 'verified' | 'rejected' | 'invalid';

export interface VerificationState {
  step: VerificationStep;
  /** The result, in the last three steps. */
  message: string;
}

export const $verification = map<VerificationState>({ step: 'opening', message: '' });

const PARAMETER = 'verify';
/** Replaces the secret in the URL once the page has read it. */
const TAKEN = '1';
const MAILED_SECRET = 'mailed-secret';

let secret = '';

function setParameter(value: string | undefined): void {
  const url = new URL(location.href);
  if (value === undefined) url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, value);
  history.replaceState(history.state, '', url);
}

/** The receipt of the sign-up made in this browser, if any. */
const receipt = (): string | undefined => $auth.get().user?.email_verification_token;

/** Moves the secret from the URL to session storage, so that a reload finds it. Sends nothing. */
export function openVerificationLink(): void {
  const given = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  secret = given === TAKEN ? (z.string().safeParse(takeFlash(MAILED_SECRET)).data ?? '') : given;
  if (!secret) {
    finish('invalid', failure.verifyLink);
    return;
  }
  setFlash(MAILED_SECRET, secret);
  setParameter(TAKEN);
  $verification.set({ step: receipt() ? 'button' : 'password', message: '' });
}

/** Shows the result and deletes the secret, which is used up. */
function finish(step: 'verified' | 'rejected' | 'invalid', message: string): void {
  secret = '';
  takeFlash(MAILED_SECRET);
  setParameter(undefined);
  $verification.set({ step, message });
}

/** Result of a refused call: an invalid link ends the verification, anything else can be corrected in the form. */
function refusedLink({ refused, result }: CallRun<Call>): ActionResult {
  if (!refused?.errors?.['token']) return result;
  finish('invalid', result.message ?? '');
  return { ok: false };
}

/**
 * Confirms the address: with the receipt in the browser that signed up, else with the password, which also signs in. After the receipt
 * the sign-in form is next.
 */
export async function confirmEmail(password?: string): Promise<ActionResult> {
  const proof = password === undefined ? { receipt: receipt() } : { password };
  const outcome = callStore(verifyEmailCall, { body: { token: secret, ...proof } });
  const run = await runCall(outcome);
  const { reply, refused } = run;
  if (refused && password === undefined && refused.errors?.['password']) {
    $verification.set({ step: 'password', message: '' });
    return { ok: false };
  }
  if (refused) toastRefusal(refused, authToast);
  if (!reply) return refusedLink(run);
  const message = textOf(reply, success.emailVerified);
  const { user } = $auth.get();
  if (user) updateAuth({ user: { ...user, email_verification_token: undefined } });
  if (reply.data?.token) {
    takeFlash(MAILED_SECRET);
    return signInAndRedirect(reply.data, message);
  }
  toastSuccess(message);
  finish('verified', message);
  return run.result;
}

/** Deletes a sign-up that someone else made with this address. */
export async function rejectMailedSignUp(): Promise<ActionResult> {
  const run = await runCall(callStore(rejectSignUpCall, { body: { token: secret } }), {
    toast: authToast,
  });
  if (!run.reply) return refusedLink(run);
  const message = textOf(run.reply, success.signUpRejected);
  toastSuccess(message);
  finish('rejected', message);
  return run.result;
}
