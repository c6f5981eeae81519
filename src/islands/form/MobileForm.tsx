import type { ReactNode } from 'react';
import { mobileForm } from '#lib/contract/auth.ts';
import type { ActionResult } from '#lib/state/session/run-call.ts';
import { Field } from './Field.tsx';
import { type ActionForm, useActionForm } from './useActionForm.ts';

interface Props {
  /** Accessible name of the form. */
  label?: string;
  /** Initial value; undefined keeps the browser's value. */
  mobile: string | undefined;
  hint: string;
  send: (mobile: string) => Promise<ActionResult>;
  /** Called with the number on each change, to save the input. */
  remember?: (mobile: string) => void;
  /** Rendered above the field, such as a refusal. */
  header: (form: Pick<ActionForm, 'refusal'>) => ReactNode;
  /** Rendered below the button. */
  children?: ReactNode;
}

/** Asks for the mobile number to send a one-time code to. */
export function MobileForm({ label, mobile, hint, send, remember, header, children }: Props) {
  const form = useActionForm({
    schema: mobileForm,
    values: { mobile },
    send: (values) => send(values.mobile),
    ...(remember && { remember: (change) => remember(change['mobile'] ?? '') }),
  });
  return (
    <form {...form.formProps} className="stack" aria-label={label}>
      {header(form)}
      <Field {...form.field('mobile')} label="Mobile number" digits="phone" autoComplete="tel-national" hint={hint} />
      <button type="submit" className="button primary" disabled={form.isSubmitting}>
        {form.isSubmitting ? 'Sending code…' : 'Send code'}
      </button>
      {children}
    </form>
  );
}
