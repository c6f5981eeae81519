import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { FailedAnswer, Refused } from '#lib/client/request.ts';
import { login, sendLoginOtp, USER_TOKEN, verifyEmail, verifyLoginOtp } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { failure, success } from '#lib/contract/messages.ts';
import type { ActionResult } from './auth.ts';
import { callStore, isRefused, joined, toastRefusal } from './call.ts';
import { enter, refusal } from './entry.ts';
import { fetchFailure } from './fetch-failure.ts';
import { handOver, takeHandedOver } from './hand-over.ts';
import { changeAuth } from './session.ts';
import { toastSuccess } from './toast.ts';

/** What becomes of the link that was mailed to prove an address. */
export interface Verification {
  outcome: 'none' | 'checking' | 'verified' | 'refused' | 'unanswered';
  message: string;
}

export interface SignInState {
  /** The number that the last code was sent to. */
  mobile: string;
  /** When that was, in milliseconds since 1970; 0 while a number is asked for. */
  codeSentAt: number;
  verification: Verification;
}

const SENT_CODE = 'sign-in-code';
const sentCode = z.object({ mobile: z.string(), codeSentAt: z.number() });

export const $signIn = map<SignInState>({ mobile: '', codeSentAt: 0, verification: { outcome: 'none', message: '' } });

/** Remembers in this tab where a code was sent: phones like to drop a page while its owner reads the message. */
function rememberCode(sent: z.output<typeof sentCode>): void {
  $signIn.set({ ...$signIn.get(), ...sent });
  handOver(SENT_CODE, sent);
}

/** Goes on waiting for the code that was sent before this page was loaded again. */
export function resumeCode(): void {
  const kept = sentCode.safeParse(takeHandedOver(SENT_CODE));
  if (kept.success) rememberCode(kept.data);
}

/** Back to asking for a number, beginning with the one given before. */
export function changeNumber(): void {
  rememberCode({ mobile: $signIn.get().mobile, codeSentAt: 0 });
  changeAuth({ loginSent: false });
}

/** Whether a reply to a login says that the e-mail address has to be verified first. */
const isUnverified = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'email_verification_token' in data && Boolean(data.email_verification_token);

const loginFailure = ({ data }: FailedAnswer): string => (isUnverified(data) ? failure.verifyEmail : failure.login);

/** A reply that says success and opens no session. */
const withoutSession = (message: string): Refused => ({ success: false, message, httpStatus: 200 });

/** Signs in by e-mail and password, then goes on to where the shopper was going. */
export async function signInByPassword(credentials: BodyOf<typeof login>): Promise<ActionResult> {
  changeAuth({ loading: true, error: null });
  const outcome = await callStore(login, { body: credentials, failure: loginFailure });
  changeAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (!isRefused(outcome) && outcome.data.token) {
    return enter(outcome.data, outcome.message?.length ? outcome.message : success.login);
  }
  const refused = isRefused(outcome) ? outcome : withoutSession(loginFailure({ httpStatus: 200, data: outcome.data }));
  changeAuth({ error: joined(refused.message) });
  return refusal(refused);
}

/** Sends a code for signing in. A demo shop answers with the code, which the success toast shows (specification 7.2). */
export async function sendLoginCode(mobile: string): Promise<ActionResult> {
  changeAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(sendLoginOtp, { body: { mobile, user_token: USER_TOKEN } });
  changeAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    changeAuth({ verificationError: joined(outcome.message) });
    return refusal(outcome);
  }
  changeAuth({ loginSent: true, verified: false });
  rememberCode({ mobile, codeSentAt: Date.now() });
  const told = outcome.message?.length ? joined(outcome.message) : success.otpSent;
  toastSuccess(outcome.data.otp ? `${told}: ${outcome.data.otp}` : told, { subject: 'otp' });
  return { ok: true };
}

/** Signs in by the code that was sent, then goes on to where the shopper was going. */
export async function signInByCode(otp: string): Promise<ActionResult> {
  changeAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(verifyLoginOtp, { body: { mobile: $signIn.get().mobile, otp } });
  changeAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome) || !outcome.data.token) {
    const refused = isRefused(outcome) ? outcome : withoutSession(failure.otpVerify);
    changeAuth({ verificationError: joined(refused.message) });
    return refusal(refused);
  }
  rememberCode({ mobile: '', codeSentAt: 0 });
  return enter(outcome.data, outcome.message?.length ? outcome.message : success.otpVerified);
}

/** A link is called invalid only when the store has looked at it. */
const linkFailure = ({ httpStatus }: FailedAnswer): string =>
  httpStatus === 0 || httpStatus >= 500 ? failure.generic : failure.verifyLink;

/**
 * Proves an address with the secret of the mailed link, once: an answer takes the secret out of the page's address, so that a reload
 * does not use it again. Without an answer it stays, and may be tried again.
 */
export async function verifyAddress(token: string): Promise<void> {
  if ($signIn.get().verification.outcome === 'checking') return;
  const tell = (verification: Verification) => $signIn.setKey('verification', verification);
  tell({ outcome: 'checking', message: 'Checking your link…' });
  const outcome = await callStore(verifyEmail, { body: { token }, failure: linkFailure });
  if (!outcome) return;
  if (!isRefused(outcome)) {
    const message = outcome.message?.length ? joined(outcome.message) : success.emailVerified;
    toastSuccess(message, { subject: 'entry' });
    tell({ outcome: 'verified', message });
  } else {
    toastRefusal(outcome, { subject: 'entry' });
    const unanswered = outcome.httpStatus === 0 || outcome.httpStatus === 429 || outcome.httpStatus >= 500;
    const message = fetchFailure(outcome);
    tell({ outcome: unanswered ? 'unanswered' : 'refused', message });
    if (unanswered) return;
  }
  const address = new URL(location.href);
  address.searchParams.delete('verify');
  history.replaceState(history.state, '', address);
}
