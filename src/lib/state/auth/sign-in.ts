import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { FailedResponse } from '#lib/client/request.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { loginCall, loginOtpCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { setFlash, takeFlash } from '#lib/state/persistence/storage.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { authToast } from './auth-toasts.ts';
import { requireToken } from './complete-sign-in.ts';
import { signInAndRedirect } from './redirect-after-sign-in.ts';
import { readOtpRequest, sendOtp, trackVerification } from './send-otp.ts';
import { rememberSignInMethod } from './sign-in-method.ts';

export interface SignInState {
  /** The number that the last code was sent to. */
  mobile: string;
  /** When it was sent, in milliseconds since 1970; 0 while the form asks for a number. */
  codeSentAt: number;
}

const SENT_CODE = 'sign-in-code';
const sentCode = z.object({ mobile: z.string(), codeSentAt: z.number() });

export const $signIn = map<SignInState>({ mobile: '', codeSentAt: 0 });

/** Saves the number for this tab, because phones may reload a page while the shopper reads the message. */
function storeSentCode(sent: z.output<typeof sentCode>): void {
  $signIn.set({ ...$signIn.get(), ...sent });
  setFlash(SENT_CODE, sent);
}

/** Restores the code step after a reload. */
export function resumeSignInOtp(): void {
  const stored = sentCode.safeParse(takeFlash(SENT_CODE));
  if (stored.success) storeSentCode(stored.data);
}

/** Returns to the mobile number form, filled with the last number. */
export function changeSignInMobile(): void {
  storeSentCode({ mobile: $signIn.get().mobile, codeSentAt: 0 });
  updateAuth({ loginSent: false });
}

/** Whether a login reply says that the email address must be verified first. */
const isUnverified = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'email_verification_token' in data && Boolean(data.email_verification_token);

const loginFailure = ({ data }: FailedResponse): string => (isUnverified(data) ? failure.verifyEmail : failure.login);

/** Signs in by email and password, then redirects to `next`. */
export async function signInByPassword(credentials: BodyOf<typeof loginCall>): Promise<ActionResult> {
  const sent = callStore(loginCall, { body: credentials, failure: loginFailure });
  const checked = requireToken(sent, ({ data }) => loginFailure({ httpStatus: 200, data }));
  const { reply, result } = await runCall<typeof loginCall>(checked, { track: updateAuth, toast: authToast });
  if (!reply) return result;
  rememberSignInMethod('password');
  return signInAndRedirect(reply.data, messageOf(reply, success.login));
}

/** Sends a code for signing in to a mobile number. */
export async function sendSignInOtp(mobile: string): Promise<ActionResult> {
  const { reply, result } = await sendOtp(loginOtpCall, { mobile }, authToast);
  if (!reply) return result;
  updateAuth({ loginSent: true, verified: false });
  storeSentCode({ mobile, codeSentAt: Date.now() });
  return result;
}

/** Signs in by the code that was sent, then redirects to `next`. */
export async function signInByOtp(otp: string): Promise<ActionResult> {
  const { mobile } = $signIn.get();
  const sent = callStore(otpVerifyLoginCall, { body: { mobile, otp, ...readOtpRequest(mobile) } });
  const checked = requireToken(sent, () => failure.otpVerify);
  const { reply, result } = await runCall<typeof otpVerifyLoginCall>(checked, { track: trackVerification, toast: authToast });
  if (!reply) return result;
  storeSentCode({ mobile: '', codeSentAt: 0 });
  rememberSignInMethod('code');
  return signInAndRedirect(reply.data, messageOf(reply, success.otpVerified));
}
