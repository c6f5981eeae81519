import type { Refused } from '#lib/client/request.ts';
import {
  type GuestDetails,
  type Session,
  sendOtp,
  USER_TOKEN,
  updateUserDetails,
  verifyCheckoutOtp,
} from '#lib/contract/auth.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { callStore, isRefused, joined, toastRefusal } from './call.ts';
import { callWithCaptcha } from './captcha.ts';
import { refreshCart } from './cart-refresh.ts';
import { $auth, changeAuth, type User } from './session.ts';
import { type ToastOptions, toastError, toastSuccess } from './toast.ts';
import { takeLaterWish } from './wish-later.ts';
import { addToWishlist, loadWishlist } from './wishlist.ts';

/** What became of an action that a form waits for; `fields` are messages for single fields. */
export interface ActionResult {
  ok: boolean;
  message?: string;
  fields?: Record<string, string[]>;
  /** The store failed or did not answer: nothing that was typed is known to be wrong. */
  unanswered?: boolean;
}

/** The user that a reply speaks of; one that names the customer only leaves the token as it is. */
export const userOf = ({ token = $auth.get().user?.token, customer, email_verification_token }: Session): User => ({
  customer,
  ...(token !== undefined && { token }),
  ...(email_verification_token !== undefined && { email_verification_token }),
});

/**
 * Signs a customer in (specification 4.3): stores the user, brings the guest's cart along and loads cart and wishlist; what was wished
 * for before signing in is put on it. False, with nothing changed, when the reply carries no token. `options` are those of the toasts
 * about the cart: a page that is left at once passes `onNextPage`.
 */
export async function signedIn(session: Session, options: ToastOptions = {}): Promise<boolean> {
  const user = userOf(session);
  if (!user.token) return false;
  changeAuth({
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
  const wish = takeLaterWish();
  await (wish === undefined ? loadWishlist() : addToWishlist({ product_id: wish }, { onNextPage: true }));
}

/** Sends a checkout code. A demo shop answers with the code, which the success toast shows (specification 7.2). */
export async function sendCheckoutOtp(mobile: string): Promise<ActionResult> {
  changeAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callWithCaptcha(sendOtp, { body: { mobile, user_token: USER_TOKEN } });
  changeAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  changeAuth({ sent: true, verified: false });
  const told = outcome.message?.length ? joined(outcome.message) : success.otpSent;
  toastSuccess(outcome.data.otp ? `${told}: ${outcome.data.otp}` : told, { subject: 'otp' });
  return { ok: true };
}

/** Proves the number. Only an existing customer is signed in by it; a new one gives details first (specification 4.3). */
export async function verifyCheckoutCode(mobile: string, otp: string): Promise<ActionResult> {
  changeAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(verifyCheckoutOtp, { body: { mobile, otp, user_token: USER_TOKEN } });
  changeAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  if (!outcome.data.token) return refused({ success: false, message: failure.otpVerify, httpStatus: 200 });
  toastSuccess(outcome.message?.length ? outcome.message : success.otpVerified, { subject: 'otp' });
  if (outcome.data.is_existing_customer) await signedIn(outcome.data);
  else changeAuth({ user: userOf(outcome.data), verified: true, sent: false, isAuthenticated: false });
  return { ok: true };
}

/** Gives the verified guest a name, which makes a customer, and brings the guest's cart along. */
export async function saveGuestDetails(details: GuestDetails): Promise<ActionResult> {
  changeAuth({ loading: true, error: null });
  const outcome = await callStore(updateUserDetails, { body: details });
  changeAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    changeAuth({ error: joined(outcome.message) });
    toastRefusal(outcome);
    return { ok: false, message: joined(outcome.message), ...(outcome.errors && { fields: outcome.errors }) };
  }
  if (await signedIn(outcome.data)) return { ok: true };
  toastError(failure.accountDetails);
  return { ok: false, message: failure.accountDetails };
}

function refused(outcome: Refused): ActionResult {
  const message = joined(outcome.message);
  changeAuth({ verificationError: message });
  toastRefusal(outcome, { subject: 'otp' });
  return { ok: false, message, ...(outcome.errors && { fields: outcome.errors }) };
}
