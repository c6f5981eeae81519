import { type GuestDetails, type Session, sendOtp, updateUserDetails, verifyCheckoutOtp } from '#lib/contract/auth.ts';
import { success } from '#lib/contract/messages.ts';
import { callStore, isRefused, joined } from './call.ts';
import { refreshCart } from './cart-refresh.ts';
import { $auth, changeAuth, type User } from './session.ts';
import { toastError, toastSuccess } from './toast.ts';

/** What became of an action that a form waits for; `fields` are messages for single fields. */
export interface ActionResult {
  ok: boolean;
  message?: string;
  fields?: Record<string, string[]>;
}

const userOf = (session: Session): User | null => (session.token ? { token: session.token, customer: session.customer } : null);

/** Sends a checkout code. A demo shop answers with the code, which the success toast shows (specification 7.2). */
export async function sendCheckoutOtp(mobile: string): Promise<ActionResult> {
  changeAuth({ verificationLoading: true, verificationError: null });
  const outcome = await callStore(sendOtp, { body: { mobile } });
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
  const outcome = await callStore(verifyCheckoutOtp, { body: { mobile, otp } });
  changeAuth({ verificationLoading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  const user = userOf(outcome.data);
  changeAuth({ user, verified: true, sent: false, isAuthenticated: Boolean(user && outcome.data.is_existing_customer) });
  toastSuccess(outcome.message?.length ? outcome.message : success.otpVerified, { subject: 'otp' });
  if ($auth.get().isAuthenticated) await refreshCart();
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
    toastError(outcome.message);
    return { ok: false, message: joined(outcome.message), ...(outcome.errors && { fields: outcome.errors }) };
  }
  changeAuth({ user: userOf(outcome.data) ?? keepToken(outcome.data), isAuthenticated: true });
  await refreshCart();
  return { ok: true };
}

/** A reply that names the customer only leaves the token as it is. */
function keepToken(session: Session): User | null {
  const { user } = $auth.get();
  return user && { ...user, customer: session.customer };
}

function refused(outcome: { message: string | string[]; errors?: Record<string, string[]> }): ActionResult {
  const message = joined(outcome.message);
  changeAuth({ verificationError: message });
  toastError(outcome.message, { subject: 'otp' });
  return { ok: false, message, ...(outcome.errors && { fields: outcome.errors }) };
}
