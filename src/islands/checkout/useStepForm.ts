import type { FieldValues } from 'react-hook-form';
import { type ActionFormOptions, useActionForm } from '#islands/form/useActionForm.ts';
import { rememberForm } from '#lib/state/checkout/checkout.ts';

interface StepForm<Input extends FieldValues, Output> extends Omit<ActionFormOptions<Input, Output>, 'remember'> {
  /** Saves the input, so that a reload keeps it. */
  remember?: boolean;
}

export const useStepForm = <Input extends FieldValues, Output>({ remember, ...form }: StepForm<Input, Output>) =>
  useActionForm({ ...form, ...(remember && { remember: rememberForm }) });
