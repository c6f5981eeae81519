import { useLayoutEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Resets a form to the stored values when these change, in this tab or another, unless the form is dirty. After saving, call
 * `form.reset` with the saved values to clear the dirty state. Runs before paint, so that input is not overwritten.
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
