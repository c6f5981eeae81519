import { type ChangeEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { pincode } from '#lib/contract/fields.ts';
import { lookUpPincode } from '#lib/state/accounts/shipping-address.ts';

interface Place {
  pincode: string;
  city: string;
  state: string;
}

/**
 * Fills in city and state for a complete pincode. Overwrites values of an earlier lookup, but never typed ones. Returns the change
 * handler of the pincode field.
 */
export function usePincodeAutofill<Input extends Place, Output>(form: UseFormReturn<Input, unknown, Output>) {
  const filled = useRef<Partial<Place>>({});
  const { getValues, setValue } = form as unknown as UseFormReturn<Place>;

  return async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const asked = pincode.safeParse(target.value);
    if (!asked.success) return;
    const place = await lookUpPincode(asked.data);
    if (!place || getValues('pincode').trim() !== asked.data) return;
    for (const name of ['city', 'state'] as const) {
      const present = getValues(name);
      if (!place[name] || (present && present !== filled.current[name])) continue;
      setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
      filled.current[name] = place[name];
    }
  };
}
