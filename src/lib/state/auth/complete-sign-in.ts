import { type Refused, refuse } from '#lib/client/request.ts';
import type { Session } from '#lib/contract/customer.ts';
import type { User } from '#lib/contract/saved-state.ts';
import { refreshCart } from '#lib/state/cart/refresh-cart.ts';
import { $auth, updateAuth } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { mergeGuestWishes } from '#lib/state/wishlist/guest-wishes.ts';

/** The user of a reply; a reply without a token keeps the stored one. */
export const toUser = ({ token = $auth.get().user?.token, customer, email_verification_token }: Session): User => ({
  customer,
  ...(token !== undefined && { token }),
  ...(email_verification_token !== undefined && { email_verification_token }),
});

/** Converts a successful reply without a token, which opens no session, to a refusal. */
export async function requireToken<Reply extends { success: true; data: Session }>(
  sent: Promise<Reply | Refused | null>,
  failureText: (reply: Reply) => string,
): Promise<Reply | Refused | null> {
  const outcome = await sent;
  return outcome?.success && !outcome.data.token ? refuse(failureText(outcome), 200) : outcome;
}

/**
 * Signs a customer in, as specified: stores the user, merges the guest's cart and wishlist, and loads both.
 * False, with nothing changed, when the reply carries no token. `options` apply to the cart's toasts: a page that redirects passes
 * `onNextPage`.
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
  await Promise.all([refreshCart(options), mergeGuestWishes()]);
  return true;
}
