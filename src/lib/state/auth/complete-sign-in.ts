import type { Refused } from '#lib/client/request.ts';
import {
  type GuestDetails,
  otpSendCall,
  otpVerifyCheckoutCall,
  type Session,
  USER_TOKEN,
  updateUserDetailsCall,
} from '#lib/contract/auth.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { refreshCart } from '#lib/state/cart/refresh.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { callWithCaptcha } from '#lib/state/session/captcha.ts';
import { $auth, type User, updateAuth } from '#lib/state/session/session.ts';
import { type ToastOptions, toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { takePendingWish } from '#lib/state/wishlist/pending-wish.ts';
import { addToWishlist, fetchWishlist } from '#lib/state/wishlist/wishlist.ts';

/** What became of an action that a form waits for; `fields` are messages for single fields. */
export interface ActionResult {
  ok: boolean;
  message?: string;
  fields?: Record<string, string[]>;
  /** The store failed or did not answer: nothing that was typed is known to be wrong. */
  storeFailed?: boolean;
}

/** The user that a reply speaks of; one that names the customer only leaves the token as it is. */
export const toUser = ({ token = $auth.get().user?.token, customer, email_verification_token }: Session): User => ({
  customer,
  ...(token !== undefined && { token }),
  ...(email_verification_token !== undefined && { email_verification_token }),
});

/**
 * Signs a customer in (specification 4.3): stores the user, brings the guest's cart along and loads cart and wishlist; what was wished
 * for before signing in is put on it. False, with nothing changed, when the reply carries no token. `options` are those of the toasts
 * about the cart: a page that is left at once passes `onNextPage`.
 */
export async function completeSignIn(session: Session, options: ToastOptions = {}): Promise<boolean> {
  const user = toUser(session);
  if (!user.token) return false;
  updateAuth({
    user,
    isAuthenticated: true,
    verified: true,
    sent: false,
    loginSent: false,
    error: null,
    verificationError: null,
  });
  await Promise.all([refreshCart(options), fillWishlist()]);
  return true;
}

async function fillWishlist(): Promise<void> {
  const wish = takePendingWish();
  await (wish === undefined ? fetchWishlist() : addToWishlist({ product_id: wish }, { onNextPage: true }));
}

/** Sends a checkout code. A demo shop answers with the code, which the success toast shows (specification 7.2). */
export async function sendCheckoutOtp(mobile: string): Promise<ActionResult> {
  updateAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callWithCaptcha(otpSendCall, { body: { mobile, user_token: USER_TOKEN } });
  updateAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  updateAuth({ sent: true, verified: false });
  const told = outcome.message?.length ? joinMessages(outcome.message) : success.otpSent;
  toastSuccess(outcome.data.otp ? `${told}: ${outcome.data.otp}` : told, { subject: 'otp' });
  return { ok: true };
}

/** Proves the number. Only an existing customer is signed in by it; a new one gives details first (specification 4.3). */
export async function verifyCheckoutMobile(mobile: string, otp: string): Promise<ActionResult> {
  updateAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(otpVerifyCheckoutCall, { body: { mobile, otp, user_token: USER_TOKEN } });
  updateAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  if (!outcome.data.token) return refused({ success: false, message: failure.otpVerify, httpStatus: 200 });
  toastSuccess(outcome.message?.length ? outcome.message : success.otpVerified, { subject: 'otp' });
  if (outcome.data.is_existing_customer) await completeSignIn(outcome.data);
  else updateAuth({ user: toUser(outcome.data), verified: true, sent: false, isAuthenticated: false });
  return { ok: true };
}

/** Gives the verified guest a name, which makes a customer, and brings the guest's cart along. */
export async function saveGuestDetails(details: GuestDetails): Promise<ActionResult> {
  updateAuth({ loading: true, error: null });
  const outcome = await callStore(updateUserDetailsCall, { body: details });
  updateAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    updateAuth({ error: joinMessages(outcome.message) });
    toastRefusal(outcome);
    return { ok: false, message: joinMessages(outcome.message), ...(outcome.errors && { fields: outcome.errors }) };
  }
  if (await completeSignIn(outcome.data)) return { ok: true };
  toastError(failure.accountDetails);
  return { ok: false, message: failure.accountDetails };
}

function refused(outcome: Refused): ActionResult {
  const message = joinMessages(outcome.message);
  updateAuth({ verificationError: message });
  toastRefusal(outcome, { subject: 'otp' });
  return { ok: false, message, ...(outcome.errors && { fields: outcome.errors }) };
}
