import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { pincode } from '#lib/contract/fields.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { lookUpPincode } from '#lib/state/pincode-lookup.ts';

export interface Place {
  pincode: string;
  city: string;
  state: string;
}

/** Selects the text of a focused field, so that typing replaces it. */
function selectIfFocused(name: string): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.name === name) field.select();
}

/**
 * Fills in city and state for a complete pincode, typed or initial. Overwrites values of an earlier lookup, but never typed ones.
 * Returns the change handler of the pincode field, and a hint while its pincode is unknown. Calls `onAutofill` with the values of the
 * three fields after each lookup.
 */
export function usePincodeAutofill<Input extends Place, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  onAutofill?: (place: Place) => void,
) {
  const autofilled = useRef<Partial<Place>>({});
  const { getValues, setValue } = form as unknown as UseFormReturn<Place>;

  const [isUnknown, setUnknown] = useState(false);

  const fillIn = async (text: string): Promise<void> => {
    setUnknown(false);
    const parsed = pincode.safeParse(text);
    if (!parsed.success) return;
    const place = await lookUpPincode(parsed.data);
    if (getValues('pincode').trim() !== parsed.data) return;
    setUnknown(place === null);
    if (!place) return;
    for (const name of ['city', 'state'] as const) {
      const current = getValues(name);
      if (!place[name] || (current && current !== autofilled.current[name])) continue;
      setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
      selectIfFocused(name);
      autofilled.current[name] = place[name];
    }
  };
  const lookUp = async (text: string): Promise<void> => {
    await fillIn(text);
    onAutofill?.({ pincode: getValues('pincode'), city: getValues('city'), state: getValues('state') });
  };
  const fillInInitial = useEffectEvent(() => {
    const { pincode: initial, city, state } = getValues();
    if (initial && !city && !state) void lookUp(initial);
  });
  // A reset of the form brings another initial pincode.
  const initialPincode: string | undefined = form.formState.defaultValues?.['pincode'];
  useEffect(() => {
    if (initialPincode) fillInInitial();
  }, [initialPincode]);
  return {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => lookUp(target.value),
    hint: isUnknown ? fieldErrors.pincodeUnknown : undefined,
  };
}
