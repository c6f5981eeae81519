import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { t } from '#lib/contract/text/t.ts';
import { Field } from './Field.tsx';
import { indianStates } from './indian-states.ts';
import type { FieldRegistration } from './useActionForm.ts';
import { type Place, usePincodeAutofill } from './usePincodeAutofill.ts';
import '#styles/ui/form.css';

interface ChangeOptions {
  onChange: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
}

interface Props<Input extends Place, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  field: (name: 'address' | 'pincode' | 'city' | 'state', options?: ChangeOptions) => FieldRegistration;
  /** For the autofill of a delivery address. */
  isShipping?: boolean;
  /** Called after each pincode lookup with the values of pincode, city and state, to save them. */
  onAutofill?: (place: { [field in keyof Place]: string }) => void;
  /** Shown below the pincode. */
  children?: ReactNode;
}

/** Pincode, city, state and street address; a complete pincode fills in city and state. */
export function AddressFields<Input extends Place, Output>({
  form,
  field,
  isShipping = false,
  onAutofill,
  children,
}: Props<Input, Output>) {
  const section = isShipping ? 'shipping ' : '';
  const hydrated = useHydrated();
  const { onChange, hint } = usePincodeAutofill(form, onAutofill);
  return (
    <>
      <div className="field-trio">
        <Field
          {...field('pincode', { onChange })}
          label={t('Pincode')}
          digits="code"
          hint={hint}
          autoComplete={`${section}postal-code`}
          enterKeyHint="next"
        />
        <Field
          {...field('city')}
          label={t('City')}
          autoComplete={`${section}address-level2`}
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <Field
          {...field('state')}
          label={t('State')}
          autoComplete={`${section}address-level1`}
          autoCapitalize="words"
          enterKeyHint="next"
          list="indian-states"
        />
      </div>
      {children}
      <Field
        {...field('address')}
        label={t('Address')}
        autoComplete={`${section}street-address`}
        autoCapitalize="words"
        enterKeyHint="done"
        hint={t('House or flat, street, area, landmark')}
      />
      {hydrated && (
        <datalist id="indian-states">
          {indianStates.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
      )}
    </>
  );
}
