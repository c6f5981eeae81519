import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type * as z from 'zod/mini';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { mailedCodeForm, mobileForm } from '#lib/contract/sign-in.ts';
import { t } from '#lib/contract/text/t.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { EmailField } from './EmailField.tsx';
import { Field } from './Field.tsx';
import { type ActionForm, useActionForm } from './useActionForm.ts';

interface Props {
  label?: string;
  /** The number entered earlier; what was typed or autofilled before hydration takes precedence. */
  mobile: string;
  /** The same of the email address that the code is mailed to; undefined where it is sent to the number. */
  email?: string | undefined;
  hint: string;
  send: (mobile: string, email?: string) => Promise<ActionResult>;
  /** Called with the changed field on each change, to save the input. */
  remember?: (change: Readonly<Record<string, string>>) => void;
  /** Rendered above the field, such as a refusal. */
  header?: (form: Pick<ActionForm, 'refusal'>) => ReactNode;
  children?: ReactNode;
}

interface Values {
  mobile: string;
  email?: string;
}

/** Asks for the mobile number to send a one-time code to, or also for the email address to mail it to. */
export function MobileForm({ label, mobile, email, hint, send, remember, header, children }: Props) {
  const isMailed = email !== undefined;
  const form = useActionForm({
    schema: (isMailed ? mailedCodeForm : mobileForm) as z.ZodMiniType<Values, Values>,
    values: { mobile: undefined, ...(isMailed && { email: undefined }) },
    send: (values) => send(values.mobile, values.email),
    ...(remember && { remember }),
  });
  const { getValues, setValue } = form.form;
  const rememberEarlyInput = useEffectEvent(() => {
    for (const [name, typed] of Object.entries(getValues())) if (typed) remember?.({ [name]: typed });
  });
  useEffect(() => rememberEarlyInput(), []);
  useEffect(() => {
    if (mobile && !getValues('mobile')) setValue('mobile', mobile);
  }, [mobile, getValues, setValue]);
  useEffect(() => {
    if (email && !getValues('email')) setValue('email', email);
  }, [email, getValues, setValue]);
  return (
    <form {...form.formProps} className="stack" aria-label={label}>
      {header?.(form)}
      <Field
        {...form.field('mobile')}
        label={t('Mobile number')}
        digits="phone"
        autoComplete="tel-national"
        enterKeyHint={isMailed ? 'next' : 'send'}
        hint={hint}
      />
      {isMailed && (
        <EmailField
          {...form.field('email')}
          autoComplete="email"
          enterKeyHint="send"
          hint={t('We email a {digits}-digit code to this address. No password needed.', { digits: OTP_DIGITS })}
          replace={(value) => {
            setValue('email', value, { shouldDirty: true, shouldValidate: true });
            remember?.({ email: value });
          }}
        />
      )}
      <button type="submit" className="button primary" disabled={form.isSubmitting}>
        {form.isSubmitting ? t('Sending code…') : t('Send code')}
      </button>
      {children}
    </form>
  );
}
