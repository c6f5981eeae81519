import { success } from '#lib/contract/messages/successes.ts';
import { type loginOtpCall, type otpSendCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import { describeFailure, textOf } from '#lib/state/calls/call-messages.ts';
import { callWithCaptcha } from '#lib/state/calls/call-with-captcha.ts';
import { type CallProgress, type CallRun, runCall } from '#lib/state/calls/run-call.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { type ToastOptions, toastSuccess } from '#lib/state/ui/toasts.ts';

/** Tracks a call for a one-time code in the auth state. */
export const trackVerification = ({ loading, error }: CallProgress): void =>
  updateAuth({ verificationLoading: loading, ...(error !== undefined && { verificationError: error }) });

/** Sends a one-time code. A demo shop replies with the code, which the success toast shows (specification 7.2). */
export async function sendOtp<C extends typeof otpSendCall | typeof loginOtpCall>(
  call: C,
  mobile: string,
  toast: ToastOptions,
): Promise<CallRun<C>> {
  const sent = callWithCaptcha<typeof otpSendCall | typeof loginOtpCall>(call, { body: { mobile, user_token: USER_TOKEN } });
  const run = await runCall(sent, { describe: describeFailure, track: trackVerification, toast });
  if (run.reply) {
    const text = textOf(run.reply, success.otpSent);
    const { otp } = run.reply.data;
    toastSuccess(otp ? `${text}: ${otp}` : text, { subject: 'otp' });
  }
  return run as CallRun<C>;
}
