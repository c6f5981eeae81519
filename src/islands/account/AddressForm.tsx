import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { indianStates } from '#islands/form/indian-states.ts';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { usePincodeAutofill } from '#islands/form/usePincodeAutofill.ts';
import { type Address, shortAddress } from '#lib/contract/address.ts';
import type { Customer } from '#lib/contract/auth.ts';
import { saveShippingAddress, toAddressContact } from '#lib/state/accounts/shipping-address.ts';
import { useStoredValues } from './useStoredValues.ts';
import '#styles/ui/form.css';
import './AddressForm.css';

interface Props {
  /** Null when none is saved yet, undefined while that is not known. */
  saved: Address | null | undefined;
  customer: Customer | undefined;
}

/** The short address form of specification 3: whom the parcel is for is known already. */
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
    send: async (typed) => {
      const result = await saveShippingAddress(typed);
      if (result.ok) form.reset(typed);
      return result;
    },
  });
  useStoredValues(form, stored);
  const fillPlace = usePincodeAutofill(form);
  const contact = saved ?? (customer && toAddressContact(customer));
  const isKnown = saved !== undefined && contact !== undefined;
  return (
    <form {...formProps}>
      <fieldset className="stack" disabled={!isKnown}>
        <legend className="visually-hidden">Delivery address</legend>
        <p className="quiet whose-address" role="status">
          {isKnown
            ? `${saved ? 'Parcels come here, for' : 'No address is saved yet. It will be that of'} ${contact.firstname} ${contact.lastname}, +91 ${contact.phone_number}.`
            : 'Loading your address…'}
        </p>
        <Field {...field('address')} label="Address" autoComplete="street-address" hint="House or flat, street, area, landmark" />
        <div className="field-trio">
          <Field {...field('pincode', { onChange: fillPlace })} label="Pincode" digits="code" autoComplete="postal-code" />
          <Field {...field('city')} label="City" autoComplete="address-level2" />
          <Field {...field('state')} label="State" autoComplete="address-level1" list="indian-states" />
        </div>
        <datalist id="indian-states">
          {indianStates.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        <FormError message={refusal} />
        <button type="submit" className="button primary" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save address'}
        </button>
      </fieldset>
    </form>
  );
}
