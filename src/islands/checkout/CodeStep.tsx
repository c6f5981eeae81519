import { useStore } from '@nanostores/react';
import { OtpForm } from '#islands/form/OtpForm.tsx';
import { t } from '#lib/contract/text/t.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, requestCheckoutOtp, submitCheckoutOtp } from '#lib/state/checkout/checkout-otp.ts';

export function CodeStep() {
  const { mobile, codeSentAt, codeEmail } = useStore($checkout);
  return (
    <OtpForm
      mobile={mobile}
      email={codeEmail}
      sentAt={codeSentAt}
      send={submitCheckoutOtp}
      resend={(number) => requestCheckoutOtp(number, codeEmail)}
      changeRecipient={changeCheckoutMobile}
      submitLabel={t('Verify')}
      busyLabel={t('Checking code…')}
    />
  );
}
