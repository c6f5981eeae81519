import { address } from '#lib/contract/address.ts';
import { PHONE_DIGITS, PINCODE_DIGITS } from '#lib/contract/limits.ts';
import { $checkout, goToStep, rememberForm } from '#lib/state/checkout.ts';
import { $auth } from '#lib/state/session.ts';
import { Field } from '../form/Field.tsx';
import { indianStates } from './states.ts';
import { useStepForm } from './useStepForm.ts';

/** What the form starts with: what was typed before, else what is known of the customer. */
function startingValues() {
  const { form, mobile } = $checkout.get();
  const customer = $auth.get().user?.customer;
  const start = (name: string, known = '') => form[name] || known;
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
  const { field, formProps, isSubmitting } = useStepForm({
    schema: address,
    values: startingValues(),
    remember: true,
    send: (typed) => {
      rememberForm({ ...typed, alt_phone_number: typed.alt_phone_number ?? '' });
      goToStep('review');
      return { ok: true };
    },
  });
  const phone = { type: 'tel', inputMode: 'numeric', maxLength: PHONE_DIGITS } as const;
  return (
    <form {...formProps} className="stack">
      <div className="field-pair">
        <Field {...field('firstname')} label="First name" autoComplete="shipping given-name" />
        <Field {...field('lastname')} label="Last name" autoComplete="shipping family-name" />
      </div>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <div className="field-pair">
        <Field {...field('phone_number')} {...phone} label="Phone number" autoComplete="shipping tel-national" />
        <Field {...field('alt_phone_number')} {...phone} label="Alternate phone (optional)" autoComplete="off" />
      </div>
      <Field
        {...field('address')}
        label="Address"
        autoComplete="shipping street-address"
        hint="House or flat, street, area, landmark"
      />
      <div className="field-trio">
        <Field
          {...field('pincode')}
          label="Pincode"
          inputMode="numeric"
          maxLength={PINCODE_DIGITS}
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
