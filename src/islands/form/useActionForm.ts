import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, type MouseEvent, type SubmitEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type SubmitErrorHandler,
  type SubmitHandler,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ActionResult } from '#lib/state/calls/run-call.ts';

/** Props of a field's input: its registration and its error. */
export type FieldRegistration = UseFormRegisterReturn & { error: string | undefined };

export type ActionForm = ReturnType<typeof useActionForm>;

interface ActionFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodMiniType<Output, Input>;
  /** Initial values. An undefined field keeps the browser's value: typed or autofilled before hydration. */
  values: { [field in keyof Input]?: Input[field] | undefined };
  /** Submits the values; the reply's field errors are shown at the fields, and the first is selected for retyping. */
  send: (values: Output) => Promise<ActionResult> | ActionResult;
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
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const [refused, setRefused] = useState<ActionResult>();
  const [isDone, setDone] = useState(false);
  const isSending = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  /** Reads the fields from the DOM: password managers may fill them without events. */
  const readFields = (node: HTMLFormElement) => {
    for (const [name, value] of new FormData(node)) {
      if (typeof form.getValues(name as Path<Input>) !== 'boolean') form.setValue(name as Path<Input>, value as never);
    }
  };

  /** Focuses a field at once; react-hook-form's setFocus uses a timer, and takes the focus from a field entered meanwhile. */
  const focusField = (name: string, { shouldSelect = false } = {}) => {
    const input = element.current?.elements.namedItem(name);
    if (!(input instanceof HTMLElement)) return;
    input.focus();
    if (shouldSelect && 'select' in input) (input as HTMLInputElement).select();
  };

  // In the order of `values`: react-hook-form would focus in the order of registration, which nested components change.
  const focusFirstError: SubmitErrorHandler<Input> = (invalid) => {
    const first = Object.keys(values).find((name) => name in invalid);
    if (first) focusField(first);
  };

  const showFieldErrors = async (fields: Record<string, string[]>, names: Path<Input>[]) => {
    if (names[0]) focusField(names[0], { shouldSelect: true });
    // Validates the blurred field first: its validation would otherwise clear the store's error later.
    await form.trigger();
    for (const name of names) form.setError(name, { message: fields[name]?.[0] ?? '' });
  };

  const submit: SubmitHandler<Output & FieldValues> = async (output) => {
    setRefused(undefined);
    const result = await send(output);
    setDone(result.ok);
    const { fields = {} } = result;
    const refusedFields = Object.keys(values).filter((name) => fields[name]?.length) as Path<Input>[];
    if (refusedFields.length > 0) await showFieldErrors(fields, refusedFields);
    else if (!result.ok) setRefused(result);
  };

  return {
    isSubmitting,
    form,
    focusField,
    requestSubmit: () => element.current?.requestSubmit(),
    /** The action has succeeded. Forms that navigate away stay disabled until then. */
    isDone,
    /** Why the action was refused, unless shown at a field. */
    refusal: refused?.message,
    /** Code of that refusal; undefined when the store failed or did not respond, so that the input may be valid. */
    code: refused?.storeFailed ? undefined : refused?.code,
    formProps: {
      ref: element,
      noValidate: true,
      'data-busy': isSubmitting || undefined,
      // Outside a dialog, the browser does nothing at a submit before hydration: it would load a page, and lose the input.
      method: 'dialog',
      onSubmit: async (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        // The button is disabled only with the next render; a form that submits itself may be faster.
        if (isSending.current) return;
        isSending.current = true;
        readFields(event.currentTarget);
        await form
          .handleSubmit(
            submit as SubmitHandler<Output>,
            focusFirstError,
          )(event)
          .finally(() => {
            isSending.current = false;
          });
      },
      // A blur would show or clear an error and move the button, so that the click misses it. Buttons other than submit opt in with
      // `data-keep-focus`.
      onMouseDown: (event: MouseEvent<HTMLFormElement>) => {
        if (event.target instanceof Element && event.target.closest('[type=submit], [data-keep-focus]')) event.preventDefault();
      },
      ...(remember && {
        onChange: ({ target }: ChangeEvent<HTMLFormElement>) => remember({ [String(target['name'])]: String(target['value']) }),
      }),
    },
    field: (name: Path<Input>, options?: RegisterOptions<Input, Path<Input>>): FieldRegistration => {
      const error = errors[name]?.message;
      return { ...form.register(name, options), error: typeof error === 'string' ? error : undefined };
    },
  };
}
