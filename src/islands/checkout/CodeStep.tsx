import { useStore } from '@nanostores/react';
import { Field } from '#islands/form/Field.tsx';
import { useCountdown } from '#islands/form/useCountdown.ts';
import { otpForm } from '#lib/contract/auth.ts';
import { OTP_RESEND_SECONDS } from '#lib/rules/timings.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, requestCheckoutOtp, submitCheckoutOtp } from '#lib/state/checkout/otp.ts';
import { $auth } from '#lib/state/session/session.ts';
import { useStepForm } from './useStepForm.ts';
import '#styles/ui/link.css';

/** Second step: the one-time code that was sent. */
export function CodeStep() {
  const { mobile, codeSentAt } = useStore($checkout);
  const { verificationLoading } = useStore($auth);
  const wait = useCountdown(codeSentAt, OTP_RESEND_SECONDS);
  const { field, formProps, isSubmitting } = useStepForm({
    schema: otpForm,
    values: { otp: '' },
    send: ({ otp }) => submitCheckoutOtp(otp),
  });
  return (
    <form {...formProps} className="stack">
      <p>
        Enter the code sent to <strong>+91 {mobile}</strong>.{' '}
        <button type="button" className="link" onClick={changeCheckoutMobile}>
          Change number
        </button>
      </p>
      <Field {...field('otp')} label="6-digit code" className="code-input" digits="code" autoComplete="one-time-code" />
      <button type="submit" className="button primary" disabled={isSubmitting || verificationLoading}>
        {isSubmitting ? 'Checking code…' : 'Verify'}
      </button>
      <p className="quiet">
        {wait > 0 ? (
          <>You can ask for a new code in {wait} s</>
        ) : (
          <button type="button" className="link" disabled={verificationLoading} onClick={() => void requestCheckoutOtp(mobile)}>
            Resend code
          </button>
        )}
      </p>
    </form>
  );
}
