import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { confirmForm, signUpPasswordForm } from '#lib/contract/sign-up.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { $verification, confirmEmail, openVerificationLink, rejectMailedSignUp } from '#lib/state/auth/email-verification.ts';
import { $auth } from '#lib/state/session/session.ts';
import '#styles/ui/link.css';

/** Confirms with one click in the browser that signed up, which holds the sign-up's token. */
function ConfirmByButton() {
  const email = useStore($auth).user?.customer.email;
  const { formProps, isSubmitting, refusal } = useActionForm({ schema: confirmForm, values: {}, send: () => confirmEmail() });
  return (
    <form {...formProps} className="stack" aria-label={t('Confirm your email')}>
      <FormError message={refusal} />
      <p>
        <Sentence
          parts={tParts('One last step: confirm that {email} is your email address.', { email: <strong>{email}</strong> })}
        />
      </p>
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? t('Confirming…') : t('Confirm my email address')}
      </button>
    </form>
  );
}

/** Deletes a registration made by someone else with this email address. */
function RejectSignUp() {
  const [busy, setBusy] = useState(false);
  const reject = async () => {
    setBusy(true);
    await rejectMailedSignUp();
    setBusy(false);
  };
  return (
    <p className="auth-switch">
      <Sentence
        parts={tParts('Did you not sign up here? {button}', {
          button: (
            <button type="button" className="link" disabled={busy} onClick={() => void reject()}>
              {t('This wasn’t me')}
            </button>
          ),
        })}
      />
    </p>
  );
}

/** Confirms in any other browser with the sign-up's password, which proves that the reader of the mail signed up. */
function ConfirmByPassword() {
  const { field, formProps, isSubmitting, isDone, refusal } = useActionForm({
    schema: signUpPasswordForm,
    values: { password: undefined },
    send: ({ password }) => confirmEmail(password),
  });
  const busy = isSubmitting || isDone;
  return (
    <>
      <form {...formProps} className="stack" aria-label={t('Confirm your email')}>
        <FormError message={refusal} />
        <p>{t('One last step: confirm your email address with the password you chose when you registered.')}</p>
        <PasswordField {...field('password')} label={t('Password')} autoComplete="current-password" />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? t('Confirming…') : t('Confirm my email address')}
        </button>
      </form>
      <RejectSignUp />
    </>
  );
}

/**
 * Asks to confirm the email address of a mailed link. Sends nothing before the button is pressed, because mail scanners open links.
 */
export function EmailVerification() {
  const { step } = useStore($verification, { ssr: 'initial' });
  useEffect(openVerificationLink, []);
  if (step === 'button') return <ConfirmByButton />;
  if (step === 'password') return <ConfirmByPassword />;
  return <p role="status">{t('Opening your link…')}</p>;
}
