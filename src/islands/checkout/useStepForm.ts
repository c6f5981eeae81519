import type { FieldValues } from 'react-hook-form';
import { type ActionFormOptions, useActionForm } from '#islands/form/useActionForm.ts';
import { rememberForm } from '#lib/state/checkout/checkout.ts';

interface StepForm<Input extends FieldValues, Output> extends Omit<ActionFormOptions<Input, Output>, 'remember'> {
  /** Keeps what is typed across a reload. */
  remember?: boolean;
}

/** A checkout step's form. */
export const useStepForm = <Input extends FieldValues, Output>({ remember, ...form }: StepForm<Input, Output>) =>
  useActionForm({ ...form, ...(remember && { remember: rememberForm }) });
