import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Field } from '#islands/form/Field.tsx';
import { Refusal } from '#islands/form/Refusal.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { forgotPasswordForm } from '#lib/contract/auth.ts';
import { $passwords, askAgain, askForLink } from '#lib/state/passwords.ts';
import { EntryLink } from './EntryLink.tsx';

interface Props {
  /** A demo shop sends no mail: its owner finds the link elsewhere. */
  demo: boolean;
}

/** What was answered, the same for every address; the focus comes here, where the form was. */
function Asked({ email, message, demo }: Props & { email: string; message: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack entry-done">
      <h2 ref={heading} tabIndex={-1}>
        Check your mail
      </h2>
      <p>{message}</p>
      <p>
        We looked for <strong>{email}</strong>. The link works once, for 45 minutes. If no mail comes, look in the spam folder.
      </p>
      {demo && (
        <p className="notice plain">
          This demo shop sends no mail. Its owner reads it with <code>npm run store -- outbox</code>.
        </p>
      )}
      <button type="button" className="button" onClick={askAgain}>
        Use another email
      </button>
    </div>
  );
}

/** The form, and what was answered to it, which takes its place. */
export default function ForgotPassword({ demo }: Props) {
  const { asked } = useStore($passwords, { ssr: 'initial' });
  const { field, formProps, isSubmitting, refusal } = useActionForm({
    schema: forgotPasswordForm,
    values: { email: undefined },
    send: askForLink,
  });
  useToasts();
  return (
    <div className="entry-form">
      {asked ? (
        <Asked {...asked} demo={demo} />
      ) : (
        <form {...formProps} className="stack" aria-label="Forgot password">
          <Refusal message={refusal} />
          <p>Give the email of your account. We mail you a link to choose a new password.</p>
          <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
          <button type="submit" className="button primary" disabled={isSubmitting}>
            {isSubmitting ? 'Asking for a link…' : 'Send link'}
          </button>
        </form>
      )}
      <p className="entry-switch">
        Remembered it? <EntryLink to="/signin">Sign in</EntryLink>
      </p>
    </div>
  );
}
