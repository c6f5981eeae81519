import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { FailedResponse, Refused } from '#lib/client/request.ts';
import { loginCall, loginOtpCall, otpVerifyLoginCall, USER_TOKEN } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { setFlash, takeFlash } from '#lib/state/persistence/flash.ts';
import { callStore, isRefused, joinMessages } from '#lib/state/session/call.ts';
import { callWithCaptcha } from '#lib/state/session/captcha.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import type { ActionResult } from './complete-sign-in.ts';
import { reportAuthRefusal, signInAndRedirect } from './redirect.ts';

export interface SignInState {
  /** The number that the last code was sent to. */
  mobile: string;
  /** When that was, in milliseconds since 1970; 0 while a number is asked for. */
  codeSentAt: number;
}

const SENT_CODE = 'sign-in-code';
const sentCode = z.object({ mobile: z.string(), codeSentAt: z.number() });

export const $signIn = map<SignInState>({ mobile: '', codeSentAt: 0 });

/** Remembers in this tab where a code was sent: phones like to drop a page while its owner reads the message. */
function rememberCode(sent: z.output<typeof sentCode>): void {
  $signIn.set({ ...$signIn.get(), ...sent });
  setFlash(SENT_CODE, sent);
}

/** Goes on waiting for the code that was sent before this page was loaded again. */
export function resumeSignInOtp(): void {
  const kept = sentCode.safeParse(takeFlash(SENT_CODE));
  if (kept.success) rememberCode(kept.data);
}

/** Back to asking for a number, beginning with the one given before. */
export function changeSignInMobile(): void {
  rememberCode({ mobile: $signIn.get().mobile, codeSentAt: 0 });
  updateAuth({ loginSent: false });
}

/** Whether a reply to a login says that the e-mail address has to be verified first. */
const isUnverified = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'email_verification_token' in data && Boolean(data.email_verification_token);

const loginFailure = ({ data }: FailedResponse): string => (isUnverified(data) ? failure.verifyEmail : failure.login);

/** A reply that says success and opens no session. */
const withoutSession = (message: string): Refused => ({ success: false, message, httpStatus: 200 });

/** Signs in by e-mail and password, then goes on to where the shopper was going. */
export async function signInByPassword(credentials: BodyOf<typeof loginCall>): Promise<ActionResult> {
  updateAuth({ loading: true, error: null });
  const outcome = await callStore(loginCall, { body: credentials, failure: loginFailure });
  updateAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (!isRefused(outcome) && outcome.data.token) {
    return signInAndRedirect(outcome.data, outcome.message?.length ? outcome.message : success.login);
  }
  const refused = isRefused(outcome) ? outcome : withoutSession(loginFailure({ httpStatus: 200, data: outcome.data }));
  updateAuth({ error: joinMessages(refused.message) });
  return reportAuthRefusal(refused);
}

/** Sends a code for signing in. A demo shop answers with the code, which the success toast shows (specification 7.2). */
export async function sendSignInOtp(mobile: string): Promise<ActionResult> {
  updateAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callWithCaptcha(loginOtpCall, { body: { mobile, user_token: USER_TOKEN } });
  updateAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    updateAuth({ verificationError: joinMessages(outcome.message) });
    return reportAuthRefusal(outcome);
  }
  updateAuth({ loginSent: true, verified: false });
  rememberCode({ mobile, codeSentAt: Date.now() });
  const told = outcome.message?.length ? joinMessages(outcome.message) : success.otpSent;
  toastSuccess(outcome.data.otp ? `${told}: ${outcome.data.otp}` : told, { subject: 'otp' });
  return { ok: true };
}

/** Signs in by the code that was sent, then goes on to where the shopper was going. */
export async function signInByOtp(otp: string): Promise<ActionResult> {
  updateAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(otpVerifyLoginCall, { body: { mobile: $signIn.get().mobile, otp } });
  updateAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome) || !outcome.data.token) {
    const refused = isRefused(outcome) ? outcome : withoutSession(failure.otpVerify);
    updateAuth({ verificationError: joinMessages(refused.message) });
    return reportAuthRefusal(refused);
  }
  rememberCode({ mobile: '', codeSentAt: 0 });
  return signInAndRedirect(outcome.data, outcome.message?.length ? outcome.message : success.otpVerified);
}
