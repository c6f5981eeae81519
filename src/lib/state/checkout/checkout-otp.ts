import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { otpSendCall, otpVerifyCheckoutCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import { completeSignIn, requireToken, toUser } from '#lib/state/auth/complete-sign-in.ts';
import { readOtpRequest, sendOtp, trackVerification } from '#lib/state/auth/send-otp.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { refreshStoreInfo } from '#lib/state/store/store-info.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { $checkout, goToStep, updateCheckout } from './checkout.ts';
import { $isAddressAwaited, fillSavedAddress } from './known-address.ts';

/** A refusal that names no field, attached to the form's only field. */
const attachTo = (field: string, result: ActionResult): ActionResult =>
  result.ok || result.fields?.[field] || !result.message ? result : { ...result, fields: { [field]: [result.message] } };

/** Sends a code to the number, or with `email` to this address, and goes to the code step. A store that can text sends it to the number. */
export async function requestCheckoutOtp(mobile: string, email?: string): Promise<ActionResult> {
  updateCheckout({ mobile });
  const { reply, result } = await sendOtp(otpSendCall, { mobile, ...(email && { email }) }, {});
  if (!reply) {
    // The store has begun to mail its codes: the form asks for the address once the store info says so.
    if (!email && result.fields?.['email']) await refreshStoreInfo({ force: true });
    return attachTo(email ? 'email' : 'mobile', result);
  }
  updateAuth({ sent: true, verified: false });
  updateCheckout({ step: 'code', codeSentAt: Date.now(), codeEmail: (reply.data.mailed && email) || '' });
  return result;
}

/**
 * Verifies the code and goes to the address, as specified: an existing customer is signed in, a new one enters their details there. A customer
 * whose saved address is complete goes on to the review.
 */
export async function submitCheckoutOtp(otp: string): Promise<ActionResult> {
  try {
    const result = await verifyMobile($checkout.get().mobile, otp);
    if (!result.ok) return attachTo('otp', result);
    const step = (await fillSavedAddress()) ? 'review' : 'address';
    updateCheckout({ step, codeSentAt: 0, checkoutError: null });
    return result;
  } finally {
    $isAddressAwaited.set(false);
  }
}

async function verifyMobile(mobile: string, otp: string): Promise<ActionResult> {
  const body = { mobile, otp, user_token: USER_TOKEN, ...readOtpRequest(mobile) };
  const sent = callStore(otpVerifyCheckoutCall, { body });
  const checked = requireToken(sent, () => failure.otpVerify);
  const { reply, result } = await runCall<typeof otpVerifyCheckoutCall>(checked, { track: trackVerification, toast: {} });
  if (!reply) return result;
  toastSuccess(messageOf(reply, success.otpVerified));
  if (reply.data.is_existing_customer) {
    // The sign-in opens the address step.
    $isAddressAwaited.set(true);
    await completeSignIn(reply.data);
  } else updateAuth({ user: toUser(reply.data), verified: true, sent: false, isAuthenticated: false });
  return result;
}

/** Returns to the first step, to change number or email address; a guest without a name is signed out. */
export function changeCheckoutMobile(): void {
  updateAuth({ user: null, verified: false, sent: false, isAuthenticated: false });
  goToStep('mobile');
}
