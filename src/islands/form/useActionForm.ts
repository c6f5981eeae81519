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
import type { ActionResult } from '#lib/state/session/run-call.ts';

export interface ActionFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodMiniType<Output, Input>;
  /** What the fields start with. A field left undefined keeps what the browser holds: typed or filled in before the form woke. */
  values: { [field in keyof Input]?: Input[field] | undefined };
  /** Takes what was typed; refusals of single fields are shown at the fields. */
  send: (typed: Output) => Promise<ActionResult> | ActionResult;
  /** Told of each change, to keep what is typed. */
  remember?: (change: Readonly<Record<string, string>>) => void;
}

/** A form that an action answers: validated by the contract's schema, with the specification's messages, the focus going to the first error. */
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
  const [refused, setRefused] = useState<ActionResult>();
  const [isDone, setDone] = useState(false);

  /** What the fields really hold: a password manager may fill them in without telling. */
  const readFields = (node: HTMLFormElement) => {
    for (const [name, value] of new FormData(node)) {
      if (typeof form.getValues(name as Path<Input>) !== 'boolean') form.setValue(name as Path<Input>, value as never);
    }
  };

  const submit: SubmitHandler<Output & FieldValues> = async (typed) => {
    setRefused(undefined);
    const result = await send(typed);
    setDone(result.ok);
    const wrong = Object.entries(result.fields ?? {}).filter(([name]) => name in values);
    for (const [index, [name, messages]] of wrong.entries()) {
      form.setError(name as Path<Input>, { message: messages[0] ?? '' }, { shouldFocus: index === 0 });
    }
    if (!result.ok && wrong.length === 0) setRefused(result);
  };

  return {
    isSubmitting,
    /** The form itself, for what is particular to one form. */
    form,
    /** The action has succeeded; a form that leads away is not to be sent again while the next page comes. */
    isDone,
    /** Why the action was refused, when that is about no single field. */
    refusal: refused?.message,
    /** The kind of that refusal; undefined when the store failed or did not answer, so that the input may be right. */
    code: refused?.storeFailed ? undefined : refused?.code,
    formProps: {
      noValidate: true,
      // Should the browser send the form before the scripts are there, what was typed must not stand in an address.
      method: 'post',
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        readFields(event.currentTarget);
        return form.handleSubmit(submit as SubmitHandler<Output>)(event);
      },
      // A field left for the button would show or lose its error, which moves the button from under the pointer: the click would miss.
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
