import type { GuestDetails } from '#lib/contract/auth.ts';
import { type ActionResult, saveGuestDetails, sendCheckoutOtp, verifyCheckoutMobile } from '#lib/state/auth/complete-sign-in.ts';
import { isSignedIn, updateAuth } from '#lib/state/session/session.ts';
import { $checkout, goToStep, updateCheckout } from './checkout.ts';

/** Sends a code to the number and goes on to asking for it. */
export async function requestCheckoutOtp(mobile: string): Promise<ActionResult> {
  updateCheckout({ mobile });
  const result = await sendCheckoutOtp(mobile);
  if (result.ok) updateCheckout({ step: 'code', codeSentAt: Date.now() });
  return result.fields?.['mobile'] || result.ok || !result.message ? result : { ...result, fields: { mobile: [result.message] } };
}

/** Checks the code; a known customer goes on to the address, a new one to the details. */
export async function submitCheckoutOtp(otp: string): Promise<ActionResult> {
  const result = await verifyCheckoutMobile($checkout.get().mobile, otp);
  if (result.ok) goToStep(isSignedIn() ? 'address' : 'details');
  return result.fields?.['otp'] || result.ok || !result.message ? result : { ...result, fields: { otp: [result.message] } };
}

/** Names a new customer and goes on to the address. */
export async function submitGuestDetails(details: GuestDetails): Promise<ActionResult> {
  const result = await saveGuestDetails(details);
  if (result.ok) goToStep('address');
  return result;
}

/** Back to the first step; a verified number that has no name yet is let go. */
export function changeCheckoutMobile(): void {
  updateAuth({ user: null, verified: false, sent: false, isAuthenticated: false });
  goToStep('mobile');
}
