import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { mobileForm } from '#lib/contract/sign-in.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { Field } from './Field.tsx';
import { type ActionForm, useActionForm } from './useActionForm.ts';

interface Props {
  /** Accessible name of the form. */
  label?: string;
  /** The number entered earlier; what was typed or autofilled before hydration takes precedence. */
  mobile: string;
  hint: string;
  send: (mobile: string) => Promise<ActionResult>;
  /** Called with the number on each change, to save the input. */
  remember?: (mobile: string) => void;
  /** Rendered above the field, such as a refusal. */
  header?: (form: Pick<ActionForm, 'refusal'>) => ReactNode;
  /** Rendered below the button. */
  children?: ReactNode;
}

/** Asks for the mobile number to send a one-time code to. */
export function MobileForm({ label, mobile, hint, send, remember, header, children }: Props) {
  const form = useActionForm({
    schema: mobileForm,
    values: { mobile: undefined },
    send: (values) => send(values.mobile),
    ...(remember && { remember: (change) => remember(change['mobile'] ?? '') }),
  });
  const { getValues, setValue } = form.form;
  const rememberEarlyInput = useEffectEvent(() => {
    const typed = getValues('mobile');
    if (typed) remember?.(typed);
  });
  useEffect(() => rememberEarlyInput(), []);
  useEffect(() => {
    if (mobile && !getValues('mobile')) setValue('mobile', mobile);
  }, [mobile, getValues, setValue]);
  return (
    <form {...form.formProps} className="stack" aria-label={label}>
      {header?.(form)}
      <Field
        {...form.field('mobile')}
        label="Mobile number"
        digits="phone"
        autoComplete="tel-national"
        enterKeyHint="send"
        hint={hint}
      />
      <button type="submit" className="button primary" disabled={form.isSubmitting}>
        {form.isSubmitting ? 'Sending code…' : 'Send code'}
      </button>
      {children}
    </form>
  );
}
