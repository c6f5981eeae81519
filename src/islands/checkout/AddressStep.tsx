import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import { AddressFields } from '#islands/form/AddressFields.tsx';
import { EmailField } from '#islands/form/EmailField.tsx';
import { Field } from '#islands/form/Field.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { type Address, address, addressContact, shortAddress } from '#lib/contract/address.ts';
import { t } from '#lib/contract/text/t.ts';
import { $shippingAddress, fetchShippingAddress } from '#lib/state/accounts/shipping-address.ts';
import { $checkout, goToStep, rememberForm } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile } from '#lib/state/checkout/checkout-otp.ts';
import { findUnservedPincode } from '#lib/state/checkout/delivery-quote.ts';
import { submitGuestDetails } from '#lib/state/checkout/guest-details.ts';
import { $delivery } from '#lib/state/delivery-check.ts';
import { $auth, isSignedIn } from '#lib/state/session/session.ts';
import { DeliveryNote } from './DeliveryNote.tsx';
import { Recipient } from './Recipient.tsx';
import '#styles/ui/form.css';
import '#styles/ui/link.css';

/** Fields that are only valid together: a saved address is used for all of them or none. */
const addressFields = Object.keys(shortAddress.shape) as (keyof typeof shortAddress.shape)[];

/** Initial values: earlier input, else the saved address, else the customer's details and the pincode of the delivery check. */
function initialValues(saved: Address | null | undefined) {
  const { form, mobile } = $checkout.get();
  const { user, isAuthenticated } = $auth.get();
  const customer = user?.customer;
  const savedAddress = addressFields.some((name) => form[name]) ? undefined : saved;
  const initial = (name: keyof Address, fallback = '') => savedAddress?.[name] || form[name] || fallback;
  const contact = {
    firstname: initial('firstname', customer?.firstname),
    lastname: initial('lastname', customer?.lastname),
    email: initial('email', customer?.email),
    phone_number: isAuthenticated ? initial('phone_number', customer?.phone_number) : mobile,
  };
  const place = {
    // Not while a saved address is loading: it has a pincode of its own.
    pincode: initial('pincode', isAuthenticated && saved === undefined ? '' : $delivery.get().pincode),
    city: initial('city'),
    state: initial('state'),
    address: initial('address'),
  };
  const alt_phone_number = initial('alt_phone_number');
  // In the order of the fields, in which the first error is focused.
  return isAuthenticated ? { ...place, ...contact, alt_phone_number } : { ...contact, ...place, alt_phone_number };
}

/** Loads a customer's saved address; a guest has none. */
const fetchSavedAddress = async () => {
  if (isSignedIn()) await fetchShippingAddress();
};

/**
 * Third step: the delivery address. A new customer enters name and email first; a known contact is text below the address until it is
 * edited.
 */
export function AddressStep() {
  const { address: saved, error } = useStore($shippingAddress);
  const { isAuthenticated, user } = useStore($auth);
  const [initial] = useState(() => initialValues(saved));
  // The layout stays while the details of a new customer are being saved.
  const [isNew] = useState(!isAuthenticated);
  const [isContactOpen, setContactOpen] = useState(() => isNew || !addressContact.safeParse(initial).success);
  const [isEditing, setEditing] = useState(false);
  const [hasSecondPhone, setSecondPhone] = useState(Boolean(initial.alt_phone_number));
  const [isAdding, setAdding] = useState(false);
  const { field, focusField, form, formProps, isSubmitting } = useActionForm({
    schema: address,
    values: initial,
    remember: rememberForm,
    send: async ({ alt_phone_number = '', ...values }) => {
      rememberForm({ pincode: values.pincode });
      const problem = await findUnservedPincode();
      if (problem) return { ok: false, fields: { pincode: [problem] } };
      if (!isSignedIn()) {
        const { firstname, lastname, email } = values;
        const details = { firstname, lastname, email, ...(alt_phone_number && { alt_phone_number }) };
        const result = await submitGuestDetails(details);
        if (!result.ok) return result;
      }
      rememberForm({ ...values, alt_phone_number });
      goToStep('review');
      return { ok: true };
    },
  });
  // The saved address may load after the form is shown: it must not overwrite input, nor errors when it changes nothing.
  const { isDirty } = form.formState;
  useLoad(fetchSavedAddress, error !== null);
  useLayoutEffect(() => {
    if (saved === undefined || isDirty) return;
    const values = initialValues(saved);
    const current = form.getValues();
    if (Object.entries(values).every(([name, value]) => value === current[name as keyof Address])) return;
    form.reset(values);
    if (values.alt_phone_number) setSecondPhone(true);
  }, [saved, isDirty, form]);
  useLayoutEffect(() => {
    if (isEditing) focusField('firstname');
  }, [isEditing]);
  useLayoutEffect(() => {
    if (isAdding) focusField('alt_phone_number');
  }, [isAdding]);

  const edit = () => {
    setContactOpen(true);
    setEditing(true);
  };
  const replaceEmail = (email: string) => {
    form.setValue('email', email, { shouldDirty: true, shouldValidate: true });
    rememberForm({ email });
  };
  const addPhone = () => {
    setSecondPhone(true);
    setAdding(true);
  };
  const contactFields = (
    <>
      <div className="field-pair">
        <NameFields field={field} isShipping />
      </div>
      <EmailField {...field('email')} autoComplete="email" enterKeyHint="next" replace={replaceEmail} />
    </>
  );
  return (
    <form {...formProps} className="stack">
      {isNew && (
        <>
          {contactFields}
          <p>
            <span>
              {user?.customer.guest
                ? t('Your number +91 {number}.', { number: initial.phone_number })
                : t('Your number +91 {number} is verified.', { number: initial.phone_number })}
            </span>{' '}
            <button type="button" className="link" data-keep-focus onClick={changeCheckoutMobile}>
              {t('Change number')}
            </button>
          </p>
        </>
      )}
      <AddressFields form={form} field={field} isShipping onAutofill={rememberForm}>
        <DeliveryNote />
      </AddressFields>
      {!isNew && !isContactOpen && <Recipient contact={form.getValues()} edit={edit} />}
      {!isNew && isContactOpen && (
        <>
          {contactFields}
          <Field
            {...field('phone_number')}
            digits="phone"
            label={t('Phone number')}
            autoComplete="shipping tel-national"
            enterKeyHint="next"
          />
        </>
      )}
      {hasSecondPhone ? (
        <Field
          {...field('alt_phone_number')}
          digits="phone"
          label={t('Alternate phone (optional)')}
          autoComplete="off"
          enterKeyHint="done"
        />
      ) : (
        <button type="button" className="link" data-keep-focus onClick={addPhone}>
          {t('+ Add another phone')}
        </button>
      )}
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? t('Saving…') : t('Continue to payment')}
      </button>
    </form>
  );
}
