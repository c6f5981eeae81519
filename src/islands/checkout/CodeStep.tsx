import { useStore } from '@nanostores/react';
import { OtpForm } from '#islands/form/OtpForm.tsx';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, requestCheckoutOtp, submitCheckoutOtp } from '#lib/state/checkout/checkout-otp.ts';

/** Second step: the one-time code. */
export function CodeStep() {
  const { mobile, codeSentAt } = useStore($checkout);
  return (
    <OtpForm
      mobile={mobile}
      sentAt={codeSentAt}
      send={submitCheckoutOtp}
      resend={requestCheckoutOtp}
      changeNumber={changeCheckoutMobile}
      submitLabel="Verify"
      busyLabel="Checking code…"
    />
  );
}
