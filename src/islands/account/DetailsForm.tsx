import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { accountDetailsForm } from '#lib/contract/accounts.ts';
import type { Customer } from '#lib/contract/auth.ts';
import { saveAccountDetails } from '#lib/state/accounts/details.ts';
import { useStoredValues } from './useStoredValues.ts';
import '#styles/ui/form.css';
import './DetailsForm.css';

/** Keeps the place of what is not known yet. */
const UNKNOWN = '\u00a0';

/** The customer's name, which can be changed, and what they sign in with, which cannot. Empty while the customer is not known. */
export function DetailsForm({ customer }: { customer: Customer | undefined }) {
  const { firstname = '', lastname = '', email, phone_number } = customer ?? {};
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: accountDetailsForm,
    values: { firstname, lastname },
    send: async (name) => {
      const result = await saveAccountDetails(name);
      if (result.ok) form.reset(name);
      return result;
    },
  });
  useStoredValues(form, { firstname, lastname });
  return (
    <form {...formProps}>
      <fieldset className="stack" disabled={!customer}>
        <legend className="visually-hidden">Your details</legend>
        <div className="field-pair">
          <Field {...field('firstname')} label="First name" autoComplete="given-name" />
          <Field {...field('lastname')} label="Last name" autoComplete="family-name" />
        </div>
        <dl className="fixed-details">
          <div>
            <dt>Email</dt>
            <dd>{email || UNKNOWN}</dd>
          </div>
          <div>
            <dt>Phone number</dt>
            <dd>{phone_number ? `+91 ${phone_number}` : UNKNOWN}</dd>
          </div>
        </dl>
        <p className="quiet">You sign in with your email and phone number, so they stay as they are.</p>
        <FormError message={refusal} />
        <button type="submit" className="button primary" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save details'}
        </button>
      </fieldset>
    </form>
  );
}
