import { Field } from '#islands/form/Field.tsx';
import { mobileForm } from '#lib/contract/auth.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { requestCheckoutOtp } from '#lib/state/checkout/otp.ts';
import { useStepForm } from './useStepForm.ts';

/** First step: the mobile number. */
export function MobileStep() {
  const { field, formProps, isSubmitting } = useStepForm({
    schema: mobileForm,
    values: { mobile: $checkout.get().mobile },
    send: ({ mobile }) => requestCheckoutOtp(mobile),
  });
  return (
    <form {...formProps} className="stack" onChange={({ target }) => updateCheckout({ mobile: String(target['value']) })}>
      <p>We send a 6-digit code to this number. No password needed.</p>
      <Field
        {...field('mobile')}
        label="Mobile number"
        digits="phone"
        autoComplete="tel-national"
        hint="10 digits, without +91"
      />
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? 'Sending code…' : 'Send code'}
      </button>
      <p>
        Do you have a password? <a href="/signin?next=%2Fcheckout">Sign in by password</a>
      </p>
    </form>
  );
}
