import { Field } from '#islands/form/Field.tsx';
import { guestDetailsForm } from '#lib/contract/auth.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, submitGuestDetails } from '#lib/state/checkout/otp.ts';
import { useStepForm } from './useStepForm.ts';
import '#styles/ui/form.css';
import '#styles/ui/link.css';

/** Third step, for a number that is new to the shop: who is ordering. */
export function DetailsStep() {
  const { form, mobile } = $checkout.get();
  const { field, formProps, isSubmitting } = useStepForm({
    schema: guestDetailsForm,
    values: { firstname: form['firstname'] ?? '', lastname: form['lastname'] ?? '', email: form['email'] ?? '' },
    send: submitGuestDetails,
    remember: true,
  });
  return (
    <form {...formProps} className="stack">
      <p>
        Your number +91 {mobile} is verified.{' '}
        <button type="button" className="link" onClick={changeCheckoutMobile}>
          Change number
        </button>
      </p>
      <div className="field-pair">
        <Field {...field('firstname')} label="First name" autoComplete="given-name" />
        <Field {...field('lastname')} label="Last name" autoComplete="family-name" />
      </div>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Continue'}
      </button>
    </form>
  );
}
