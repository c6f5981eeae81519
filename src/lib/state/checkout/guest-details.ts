import { type GuestDetails, updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { completeSignIn } from '#lib/state/auth/complete-sign-in.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { toastError } from '#lib/state/ui/toasts.ts';

/** Saves the name of a verified guest, which makes them a customer, and merges the guest's cart. */
export async function submitGuestDetails(details: GuestDetails): Promise<ActionResult> {
  const { reply, result } = await runCall(callStore(updateUserDetailsCall, { body: details }), { track: updateAuth, toast: {} });
  if (!reply) return result;
  if (!(await completeSignIn(reply.data))) {
    toastError(failure.accountDetails);
    return { ok: false, message: failure.accountDetails };
  }
  return result;
}
