import { MobileForm } from '#islands/form/MobileForm.tsx';
import * as paths from '#lib/rules/routes/paths.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { requestCheckoutOtp } from '#lib/state/checkout/otp.ts';

/** First step: the mobile number. */
export function MobileStep() {
  return (
    <MobileForm
      mobile={$checkout.get().mobile}
      hint="10 digits, without +91"
      send={requestCheckoutOtp}
      remember={(mobile) => updateCheckout({ mobile })}
      header={() => <p>We send a 6-digit code to this number. No password needed.</p>}
    >
      <p>
        Do you have a password? <a href={paths.signInByPassword(paths.checkout)}>Sign in by password</a>
      </p>
    </MobileForm>
  );
}
