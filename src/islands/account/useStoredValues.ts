import { useLayoutEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Puts what was stored, here or in another tab, into a form's fields, unless the shopper is changing them. Call `form.reset` with what was
 * typed once it is stored, so that it counts as changed no longer. `stored` is compared by its text. Before the paint, so that nobody types
 * into fields that are about to be filled in.
 */
export function useStoredValues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  stored: Input,
): void {
  const { isDirty } = form.formState;
  const text = JSON.stringify(stored);
  useLayoutEffect(() => {
    if (!isDirty) form.reset(JSON.parse(text) as Input);
  }, [form, isDirty, text]);
}
