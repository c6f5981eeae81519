import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangeEvent, MouseEvent } from 'react';
import { type DefaultValues, type FieldValues, type Path, type SubmitHandler, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ActionResult } from '#lib/state/auth.ts';
import { rememberForm } from '#lib/state/checkout.ts';

interface StepForm<Input extends FieldValues, Output> {
  schema: z.ZodMiniType<Output, Input>;
  values: DefaultValues<Input>;
  /** Takes what was typed; refusals of single fields are shown at the fields. */
  send: (typed: Output) => Promise<ActionResult> | ActionResult;
  /** Keeps what is typed across a reload. */
  remember?: boolean;
}

/** A checkout step's form: validated by the contract's schema, with the specification's messages, the focus going to the first error. */
export function useStepForm<Input extends FieldValues, Output>({
  schema,
  values,
  send,
  remember = false,
}: StepForm<Input, Output>) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: values, mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;

  const submit: SubmitHandler<Output & FieldValues> = async (typed) => {
    const { fields } = await send(typed);
    for (const [name, messages] of Object.entries(fields ?? {})) {
      if (name in values) form.setError(name as Path<Input>, { message: messages[0] ?? '' }, { shouldFocus: true });
    }
  };

  return {
    isSubmitting,
    formProps: {
      noValidate: true,
      onSubmit: form.handleSubmit(submit as SubmitHandler<Output>),
      // A field left for the button would show or lose its error, which moves the button from under the pointer: the click would miss.
      onMouseDown: (event: MouseEvent<HTMLFormElement>) => {
        if (event.target instanceof Element && event.target.closest('[type=submit]')) event.preventDefault();
      },
      ...(remember && {
        onChange: ({ target }: ChangeEvent<HTMLFormElement>) =>
          rememberForm({ [String(target['name'])]: String(target['value']) }),
      }),
    },
    /** What a field's input needs: its registration and its error. */
    field: (name: Path<Input>) => {
      const error = errors[name]?.message;
      return { ...form.register(name), error: typeof error === 'string' ? error : undefined };
    },
  };
}
