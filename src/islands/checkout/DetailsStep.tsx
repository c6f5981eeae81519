import { Field } from '#islands/form/Field.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { guestDetailsForm } from '#lib/contract/auth.ts';
import { $checkout, rememberForm } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, submitGuestDetails } from '#lib/state/checkout/otp.ts';
import '#styles/ui/form.css';
import '#styles/ui/link.css';

/** Third step, for new customers: name and email. */
export function DetailsStep() {
  const { form, mobile } = $checkout.get();
  const { field, formProps, isSubmitting } = useActionForm({
    schema: guestDetailsForm,
    values: { firstname: form['firstname'] ?? '', lastname: form['lastname'] ?? '', email: form['email'] ?? '' },
    send: submitGuestDetails,
    remember: rememberForm,
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
        <NameFields field={field} />
      </div>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Continue'}
      </button>
    </form>
  );
}
