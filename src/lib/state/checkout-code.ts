import type { GuestDetails } from '#lib/contract/auth.ts';
import { type ActionResult, saveGuestDetails, sendCheckoutOtp, verifyCheckoutCode } from './auth.ts';
import { $checkout, changeCheckout, goToStep } from './checkout.ts';
import { changeAuth, isSignedIn } from './session.ts';

/** Sends a code to the number and goes on to asking for it. */
export async function requestCode(mobile: string): Promise<ActionResult> {
  changeCheckout({ mobile });
  const result = await sendCheckoutOtp(mobile);
  if (result.ok) changeCheckout({ step: 'code', codeSentAt: Date.now() });
  return result.fields?.['mobile'] || result.ok || !result.message ? result : { ...result, fields: { mobile: [result.message] } };
}

/** Checks the code; a known customer goes on to the address, a new one to the details. */
export async function submitCode(otp: string): Promise<ActionResult> {
  const result = await verifyCheckoutCode($checkout.get().mobile, otp);
  if (result.ok) goToStep(isSignedIn() ? 'address' : 'details');
  return result.fields?.['otp'] || result.ok || !result.message ? result : { ...result, fields: { otp: [result.message] } };
}

/** Names a new customer and goes on to the address. */
export async function submitDetails(details: GuestDetails): Promise<ActionResult> {
  const result = await saveGuestDetails(details);
  if (result.ok) goToStep('address');
  return result;
}

/** Back to the first step; a verified number that has no name yet is let go. */
export function changeMobile(): void {
  changeAuth({ user: null, verified: false, sent: false, isAuthenticated: false });
  goToStep('mobile');
}
