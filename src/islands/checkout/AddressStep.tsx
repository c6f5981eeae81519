import { useStore } from '@nanostores/react';
import { type ChangeEvent, useLayoutEffect } from 'react';
import { Field } from '#islands/form/Field.tsx';
import { indianStates } from '#islands/form/indian-states.ts';
import { usePincodeAutofill } from '#islands/form/usePincodeAutofill.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { type Address, address } from '#lib/contract/address.ts';
import { $shippingAddress, fetchShippingAddress } from '#lib/state/accounts/shipping-address.ts';
import { $checkout, goToStep, rememberForm } from '#lib/state/checkout/checkout.ts';
import { $auth } from '#lib/state/session/session.ts';
import { useStepForm } from './useStepForm.ts';
import '#styles/ui/form.css';

/** Fields that only make an address together. */
const addressFields = ['address', 'pincode', 'city', 'state'] as const;

/** What the form starts with: what was typed before, else the saved address, else what is known of the customer. */
function startingValues(saved: Address | null | undefined) {
  const { form, mobile } = $checkout.get();
  const customer = $auth.get().user?.customer;
  const kept = addressFields.some((name) => form[name]) ? undefined : saved;
  const start = (name: keyof Address, known = '') => kept?.[name] || form[name] || known;
  return {
    firstname: start('firstname', customer?.firstname),
    lastname: start('lastname', customer?.lastname),
    email: start('email', customer?.email),
    phone_number: start('phone_number', customer?.phone_number || mobile),
    alt_phone_number: start('alt_phone_number'),
    address: start('address'),
    pincode: start('pincode'),
    city: start('city'),
    state: start('state'),
  };
}

/** Fourth step: where the order goes. */
export function AddressStep() {
  const { address: saved, error } = useStore($shippingAddress, { ssr: 'initial' });
  const { field, form, formProps, isSubmitting } = useStepForm({
    schema: address,
    values: startingValues(saved),
    remember: true,
    send: (typed) => {
      rememberForm({ ...typed, alt_phone_number: typed.alt_phone_number ?? '' });
      goToStep('review');
      return { ok: true };
    },
  });
  // The saved address may come after the form, which then belongs to whoever is typing already.
  const { isDirty } = form.formState;
  useLoad(fetchShippingAddress, error !== null);
  useLayoutEffect(() => {
    if (saved && !isDirty) form.reset(startingValues(saved));
  }, [saved, isDirty, form]);
  const fillPlace = usePincodeAutofill(form);
  const pincodeChanged = async (event: ChangeEvent<HTMLInputElement>) => {
    await fillPlace(event);
    const [city, state] = form.getValues(['city', 'state']);
    rememberForm({ city, state });
  };
  return (
    <form {...formProps} className="stack">
      <div className="field-pair">
        <Field {...field('firstname')} label="First name" autoComplete="shipping given-name" />
        <Field {...field('lastname')} label="Last name" autoComplete="shipping family-name" />
      </div>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <div className="field-pair">
        <Field {...field('phone_number')} digits="phone" label="Phone number" autoComplete="shipping tel-national" />
        <Field {...field('alt_phone_number')} digits="phone" label="Alternate phone (optional)" autoComplete="off" />
      </div>
      <Field
        {...field('address')}
        label="Address"
        autoComplete="shipping street-address"
        hint="House or flat, street, area, landmark"
      />
      <div className="field-trio">
        <Field
          {...field('pincode', { onChange: pincodeChanged })}
          label="Pincode"
          digits="code"
          autoComplete="shipping postal-code"
        />
        <Field {...field('city')} label="City" autoComplete="shipping address-level2" />
        <Field {...field('state')} label="State" autoComplete="shipping address-level1" list="indian-states" />
      </div>
      <datalist id="indian-states">
        {indianStates.map((state) => (
          <option key={state} value={state} />
        ))}
      </datalist>
      <button type="submit" className="button primary" disabled={isSubmitting}>
        Continue to payment
      </button>
    </form>
  );
}
