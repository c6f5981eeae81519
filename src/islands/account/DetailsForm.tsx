import { FormError } from '#islands/form/FormError.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { accountDetailsForm } from '#lib/contract/accounts.ts';
import type { Customer } from '#lib/contract/customer.ts';
import { t } from '#lib/contract/text/t.ts';
import { saveAccountDetails } from '#lib/state/accounts/details-and-password.ts';
import { useStoredValues } from './useStoredValues.ts';
import '#styles/ui/form.css';
import './DetailsForm.css';

/** Reserves the height of a line that has not loaded. */
const BLANK_LINE = '\u00a0';

/** The customer's name, editable, and the email and phone number, read-only. Undefined `customer`: still loading. */
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
        <legend className="visually-hidden">{t('Your details')}</legend>
        <div className="field-pair">
          <NameFields field={field} />
        </div>
        <dl className="fixed-details">
          <div>
            <dt>{t('Email')}</dt>
            <dd>{email || BLANK_LINE}</dd>
          </div>
          <div>
            <dt>{t('Phone number')}</dt>
            <dd>{phone_number ? `+91 ${phone_number}` : BLANK_LINE}</dd>
          </div>
        </dl>
        <p className="quiet">{t('You sign in with your email and phone number, so they cannot be changed here.')}</p>
        <FormError message={refusal} />
        <button type="submit" className="button primary" disabled={isSubmitting}>
          {isSubmitting ? t('Saving…') : t('Save details')}
        </button>
      </fieldset>
    </form>
  );
}
