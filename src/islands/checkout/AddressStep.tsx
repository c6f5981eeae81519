import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { AddressFields } from '#islands/form/AddressFields.tsx';
import { Field } from '#islands/form/Field.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { type Address, address } from '#lib/contract/address.ts';
import { $shippingAddress, fetchShippingAddress } from '#lib/state/accounts/shipping-address.ts';
import { $checkout, goToStep, rememberForm } from '#lib/state/checkout/checkout.ts';
import { $auth } from '#lib/state/session/session.ts';
import '#styles/ui/form.css';

/** Fields that are only valid together: a saved address is used for all of them or none. */
const addressFields = ['address', 'pincode', 'city', 'state'] as const;

/** Initial values: earlier input, else the saved address, else the customer's details. */
function initialValues(saved: Address | null | undefined) {
  const { form, mobile } = $checkout.get();
  const customer = $auth.get().user?.customer;
  const savedAddress = addressFields.some((name) => form[name]) ? undefined : saved;
  const initial = (name: keyof Address, fallback = '') => savedAddress?.[name] || form[name] || fallback;
  return {
    firstname: initial('firstname', customer?.firstname),
    lastname: initial('lastname', customer?.lastname),
    email: initial('email', customer?.email),
    phone_number: initial('phone_number', customer?.phone_number || mobile),
    alt_phone_number: initial('alt_phone_number'),
    address: initial('address'),
    pincode: initial('pincode'),
    city: initial('city'),
    state: initial('state'),
  };
}

/** Fourth step: the delivery address. */
export function AddressStep() {
  const { address: saved, error } = useStore($shippingAddress, { ssr: 'initial' });
  const { field, form, formProps, isSubmitting } = useActionForm({
    schema: address,
    values: initialValues(saved),
    remember: rememberForm,
    send: (values) => {
      rememberForm({ ...values, alt_phone_number: values.alt_phone_number ?? '' });
      goToStep('review');
      return { ok: true };
    },
  });
  // The saved address may load after the form is shown: it must not overwrite input.
  const { isDirty } = form.formState;
  useLoad(fetchShippingAddress, error !== null);
  useLayoutEffect(() => {
    if (saved && !isDirty) form.reset(initialValues(saved));
  }, [saved, isDirty, form]);
  return (
    <form {...formProps} className="stack">
      <div className="field-pair">
        <NameFields field={field} isShipping />
      </div>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <div className="field-pair">
        <Field {...field('phone_number')} digits="phone" label="Phone number" autoComplete="shipping tel-national" />
        <Field {...field('alt_phone_number')} digits="phone" label="Alternate phone (optional)" autoComplete="off" />
      </div>
      <AddressFields form={form} field={field} isShipping onAutofill={rememberForm} />
      <button type="submit" className="button primary" disabled={isSubmitting}>
        Continue to payment
      </button>
    </form>
  );
}
