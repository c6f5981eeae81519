import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, type MouseEvent, type SubmitEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type SubmitHandler,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ActionResult } from '#lib/state/auth/complete-sign-in.ts';

export interface ActionFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodMiniType<Output, Input>;
  /** Initial values. An undefined field keeps the browser's value: typed or autofilled before hydration. */
  values: { [field in keyof Input]?: Input[field] | undefined };
  /** Submits the values; the reply's field errors are shown at the fields. */
  send: (typed: Output) => Promise<ActionResult> | ActionResult;
  /** Called on each change with the field's name and value, to save the input. */
  remember?: (change: Readonly<Record<string, string>>) => void;
}

/**
 * A form submitted by an async action. Validates with the contract's schema and the specification's messages, and focuses the first
 * error.
 */
export function useActionForm<Input extends FieldValues, Output>({
  schema,
  values,
  send,
  remember,
}: ActionFormOptions<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Input>,
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<string>();
  const [isUnanswered, setUnanswered] = useState(false);
  const [isDone, setDone] = useState(false);

  /** Reads the fields from the DOM: password managers may fill them without events. */
  const readFields = (node: HTMLFormElement) => {
    for (const [name, value] of new FormData(node)) {
      if (typeof form.getValues(name as Path<Input>) !== 'boolean') form.setValue(name as Path<Input>, value as never);
    }
  };

  const submit: SubmitHandler<Output & FieldValues> = async (typed) => {
    setRefusal(undefined);
    const { ok, message, fields, storeFailed: unanswered = false } = await send(typed);
    setDone(ok);
    setUnanswered(unanswered);
    const wrong = Object.entries(fields ?? {}).filter(([name]) => name in values);
    for (const [index, [name, messages]] of wrong.entries()) {
      form.setError(name as Path<Input>, { message: messages[0] ?? '' }, { shouldFocus: index === 0 });
    }
    if (!ok && wrong.length === 0) setRefusal(message);
  };

  return {
    isSubmitting,
    /** The react-hook-form instance. */
    form,
    /** The action has succeeded. Forms that navigate away stay disabled until then. */
    isDone,
    /** Why the action was refused, unless shown at a field. */
    refusal,
    /** The store failed or did not answer, so the input may be valid. */
    isUnanswered,
    formProps: {
      noValidate: true,
      // A submit before hydration must not put the input into the URL.
      method: 'post',
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        readFields(event.currentTarget);
        return form.handleSubmit(submit as SubmitHandler<Output>)(event);
      },
      // A blur would show or clear an error and move the button, so that the click misses it.
      onMouseDown: (event: MouseEvent<HTMLFormElement>) => {
        if (event.target instanceof Element && event.target.closest('[type=submit]')) event.preventDefault();
      },
      ...(remember && {
        onChange: ({ target }: ChangeEvent<HTMLFormElement>) => remember({ [String(target['name'])]: String(target['value']) }),
      }),
    },
    /** What a field's input needs: its registration and its error. */
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>) => {
      const error = errors[name]?.message;
      return { ...form.register(name, options), error: typeof error === 'string' ? error : undefined };
    },
  };
}
