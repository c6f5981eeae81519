import { AddressFields } from '#islands/form/AddressFields.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { type Address, shortAddress } from '#lib/contract/address.ts';
import type { Customer } from '#lib/contract/customer.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { saveShippingAddress, toAddressContact } from '#lib/state/accounts/shipping-address.ts';
import { useStoredValues } from './useStoredValues.ts';
import './AddressForm.css';

interface Props {
  /** Null when no address is saved, undefined while loading. */
  saved: Address | null | undefined;
  customer: Customer | undefined;
}

/** The short address form (specification, entities): name and phone number come from the saved address or the customer. */
export function AddressForm({ saved, customer }: Props) {
  const stored = {
    address: saved?.address ?? '',
    pincode: saved?.pincode ?? '',
    city: saved?.city ?? '',
    state: saved?.state ?? '',
  };
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: shortAddress,
    values: stored,
    send: async (address) => {
      const result = await saveShippingAddress(address);
      if (result.ok) form.reset(address);
      return result;
    },
  });
  useStoredValues(form, stored);
  const contact = saved ?? (customer && toAddressContact(customer));
  const isLoaded = saved !== undefined && contact !== undefined;
  const recipient = contact && (
    <span translate="no">{`${contact.firstname} ${contact.lastname}, +91 ${contact.phone_number}`}</span>
  );
  return (
    <form {...formProps}>
      <fieldset className="stack" disabled={!isLoaded}>
        <legend className="visually-hidden">{t('Delivery address')}</legend>
        <p className="quiet whose-address" role="status">
          {isLoaded ? (
            <Sentence
              parts={
                saved
                  ? tParts('Deliveries go to {recipient}.', { recipient })
                  : tParts('No address saved yet. It will be used for {recipient}.', { recipient })
              }
            />
          ) : (
            t('Loading your address…')
          )}
        </p>
        <AddressFields form={form} field={field} />
        <FormError message={refusal} />
        <button type="submit" className="button primary" disabled={isSubmitting}>
          {isSubmitting ? t('Saving…') : t('Save address')}
        </button>
      </fieldset>
    </form>
  );
}
