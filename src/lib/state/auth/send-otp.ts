import * as z from 'zod/mini';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type loginOtpCall, type otpSendCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import { textOf } from '#lib/state/calls/call-messages.ts';
import { callWithCaptcha } from '#lib/state/calls/call-with-captcha.ts';
import { type CallProgress, type CallRun, runCall } from '#lib/state/calls/run-call.ts';
import { peekFlash, setFlash } from '#lib/state/persistence/storage.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { type ToastOptions, toastSuccess } from '#lib/state/ui/toasts.ts';

/** Tracks a call for a one-time code in the auth state. */
export const trackVerification = ({ loading, error }: CallProgress): void =>
  updateAuth({ verificationLoading: loading, ...(error !== undefined && { verificationError: error }) });

const OTP_REQUEST = 'otp-request';
const keptRequest = z.object({ mobile: z.string(), otp_request: z.string() });

/** The request of the tab's last code, also where the browser forbids storage. */
let lastRequest: unknown;

/**
 * What binds a code to this tab, as a part of a body: from the store's reply to the last code for this number, also after a reload. Empty
 * for a store that sends none.
 */
export function readOtpRequest(mobile: string): { otp_request?: string } {
  const kept = keptRequest.safeParse(lastRequest ?? peekFlash(OTP_REQUEST));
  return kept.success && kept.data.mobile === mobile ? { otp_request: kept.data.otp_request } : {};
}

/** Keeps what binds the code that was sent. */
function keepOtpRequest(mobile: string, { data }: ReplyOf<typeof otpSendCall>): void {
  lastRequest = { mobile, otp_request: data.otp_request };
  setFlash(OTP_REQUEST, lastRequest);
}

/** Sends a one-time code. A demo shop replies with the code, which the success toast shows (specification, account calls). */
export async function sendOtp<C extends typeof otpSendCall | typeof loginOtpCall>(
  call: C,
  to: { mobile: string; email?: string },
  toast: ToastOptions,
): Promise<CallRun<C>> {
  const sent = callWithCaptcha<typeof otpSendCall | typeof loginOtpCall>(call, {
    body: { ...to, user_token: USER_TOKEN, ...readOtpRequest(to.mobile) },
  });
  const run = await runCall(sent, { track: trackVerification, toast });
  if (run.reply) {
    keepOtpRequest(to.mobile, run.reply);
    const text = textOf(run.reply, success.otpSent);
    const { otp } = run.reply.data;
    toastSuccess(otp ? `${text}: ${otp}` : text);
  }
  return run as CallRun<C>;
}
