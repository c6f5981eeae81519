import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { Refused } from '#lib/client/request.ts';
import { rejectSignUpCall, verifyEmailCall } from '#lib/contract/auth.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { setFlash, takeFlash } from '#lib/state/persistence/flash.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { $auth, updateAuth } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import type { ActionResult } from './complete-sign-in.ts';
import { reportAuthRefusal, signInAndRedirect } from './redirect.ts';

/**
 * Where a shopper stands who opened the link that was mailed to verify an address: before it is read, asked for a press or for the
 * password, done, or told that the link is no good.
 */
export type VerificationStep = 'opening' | 'button' | 'password' | 'verified' | 'rejected' | 'invalid';

export interface VerificationState {
  step: VerificationStep;
  /** What came of it, once it is done. */
  message: string;
}

export const $verification = map<VerificationState>({ step: 'opening', message: '' });

const PARAMETER = 'verify';
/** What stands in the address instead of the secret once the page has taken it. */
const TAKEN = '1';
const MAILED_SECRET = 'mailed-secret';

let secret = '';

function changeAddress(value: string | undefined): void {
  const address = new URL(location.href);
  if (value === undefined) address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, value);
  history.replaceState(history.state, '', address);
}

/** The receipt of the sign-up that this browser made, if it made one. */
const receipt = (): string | undefined => $auth.get().user?.email_verification_token;

/** Takes the secret out of the address and keeps it in this tab, where a reload finds it. Nothing is sent. */
export function openVerificationLink(): void {
  const given = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  secret = given === TAKEN ? (z.string().safeParse(takeFlash(MAILED_SECRET)).data ?? '') : given;
  if (!secret) {
    finish('invalid', failure.verifyLink);
    return;
  }
  setFlash(MAILED_SECRET, secret);
  changeAddress(TAKEN);
  $verification.set({ step: receipt() ? 'button' : 'password', message: '' });
}

/** Says what came of the link, which is of no more use. */
function finish(step: 'verified' | 'rejected' | 'invalid', message: string): void {
  secret = '';
  takeFlash(MAILED_SECRET);
  changeAddress(undefined);
  $verification.set({ step, message });
}

/** Shows that the link is no good, or lets the form say what is wrong and be sent again. */
function refusedLink(outcome: Refused): ActionResult {
  if (!outcome.errors?.['token']) return reportAuthRefusal(outcome);
  toastRefusal(outcome, { subject: 'entry' });
  finish('invalid', joinMessages(outcome.message));
  return { ok: false };
}

/**
 * Confirms the address, with the password when this browser did not sign up. With the password it also signs in; otherwise the receipt is
 * forgotten and the sign-in form comes next.
 */
export async function confirmEmail(password?: string): Promise<ActionResult> {
  const proof = password === undefined ? { receipt: receipt() } : { password };
  const outcome = await callStore(verifyEmailCall, { body: { token: secret, ...proof } });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    if (password !== undefined || !outcome.errors?.['password']) return refusedLink(outcome);
    $verification.set({ step: 'password', message: '' });
    return { ok: false };
  }
  const message = outcome.message?.length ? joinMessages(outcome.message) : success.emailVerified;
  const { user } = $auth.get();
  if (user) updateAuth({ user: { ...user, email_verification_token: undefined } });
  if (outcome.data?.token) {
    takeFlash(MAILED_SECRET);
    return signInAndRedirect(outcome.data, message);
  }
  toastSuccess(message, { subject: 'entry' });
  finish('verified', message);
  return { ok: true };
}

/** Deletes the sign-up that somebody else made with this address. */
export async function rejectMailedSignUp(): Promise<ActionResult> {
  const outcome = await callStore(rejectSignUpCall, { body: { token: secret } });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refusedLink(outcome);
  const message = outcome.message?.length ? joinMessages(outcome.message) : success.signUpRejected;
  toastSuccess(message, { subject: 'entry' });
  finish('rejected', message);
  return { ok: true };
}
