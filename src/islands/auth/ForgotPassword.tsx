import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { EmailField } from '#islands/form/EmailField.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { RESET_LINK_MINUTES } from '#lib/contract/lifetimes.ts';
import { forgotPasswordForm } from '#lib/contract/password-reset.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $forgottenPassword, requestResetLink, restartResetRequest } from '#lib/state/auth/forgotten-password.ts';
import { AuthLink } from './AuthLink.tsx';
import '#styles/ui/notice.css';

interface Props {
  /** A demo shop sends no mail: the owner reads the link in the outbox. */
  demo: boolean;
}

/** The reply to the request, the same for known and unknown addresses. Takes the focus when it replaces the form. */
function LinkRequested({ email, message, demo }: Props & { email: string; message: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack auth-done">
      <h2 ref={heading} tabIndex={-1}>
        {t('Check your email')}
      </h2>
      <p>{message}</p>
      <p>
        <Sentence parts={tParts('You entered {email}.', { email: <strong>{email}</strong> })} />{' '}
        <span>
          {t('The link works once and expires after {minutes} minutes. If no email arrives, check your spam folder.', {
            minutes: RESET_LINK_MINUTES,
          })}
        </span>
      </p>
      {demo && (
        <p className="notice plain">
          <Sentence
            parts={tParts('This demo shop sends no emails. Its owner can read them with {command}.', {
              command: <code>npm run store -- outbox</code>,
            })}
          />
        </p>
      )}
      <button type="button" className="button" onClick={restartResetRequest}>
        {t('Use another email')}
      </button>
    </div>
  );
}

/** The reset link form, replaced by the reply once sent. */
export default function ForgotPassword({ demo }: Props) {
  const { asked } = useStore($forgottenPassword, { ssr: 'initial' });
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: forgotPasswordForm,
    values: { email: undefined },
    send: requestResetLink,
  });
  useToasts();
  return (
    <div>
      {asked ? (
        <LinkRequested {...asked} demo={demo} />
      ) : (
        <form {...formProps} className="stack" aria-label={t('Forgot password')}>
          <FormError message={refusal} />
          <p>{t('Enter your email, and we will send you a link to choose a new password.')}</p>
          <EmailField
            {...field('email')}
            autoComplete="username"
            replace={(email) => form.setValue('email', email, { shouldDirty: true, shouldValidate: true })}
          />
          <button type="submit" className="button primary" disabled={isSubmitting}>
            {isSubmitting ? t('Sending the link…') : t('Send link')}
          </button>
        </form>
      )}
      <p className="auth-switch">
        <Sentence
          parts={tParts('Remember your password? {link}', { link: <AuthLink to={paths.signIn()}>{t('Sign in')}</AuthLink> })}
        />
      </p>
    </div>
  );
}
