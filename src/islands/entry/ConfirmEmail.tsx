import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { PasswordField } from '#islands/form/PasswordField.tsx';
import { Refusal } from '#islands/form/Refusal.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { confirmForm, signUpPasswordForm } from '#lib/contract/auth.ts';
import { $auth } from '#lib/state/session.ts';
import { $verification, confirmEmail, openMailedLink, rejectMailedSignUp } from '#lib/state/verification.ts';
import '#islands/form/form.css';

/** In the browser that signed up, one press is enough: it holds the receipt of the sign-up. */
function PressToConfirm() {
  const email = useStore($auth).user?.customer.email;
  const { formProps, isSubmitting, refusal } = useActionForm({ schema: confirmForm, values: {}, send: () => confirmEmail() });
  return (
    <form {...formProps} className="stack" aria-label="Confirm your email">
      <Refusal message={refusal} />
      <p>
        One last step: confirm that <strong>{email}</strong> is your email address.
      </p>
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? 'Confirming…' : 'Confirm my email address'}
      </button>
    </form>
  );
}

/** Deletes the registration for somebody who did not make it. */
function NotMe() {
  const [busy, setBusy] = useState(false);
  const reject = async () => {
    setBusy(true);
    await rejectMailedSignUp();
    setBusy(false);
  };
  return (
    <p className="entry-switch">
      Did you not register here?{' '}
      <button type="button" className="link" disabled={busy} onClick={() => void reject()}>
        This wasn’t me
      </button>
    </p>
  );
}

/** In any other browser the password of the sign-up shows that whoever opened the mail also signed up. */
function PasswordToConfirm() {
  const { field, formProps, isSubmitting, isDone, refusal } = useActionForm({
    schema: signUpPasswordForm,
    values: { password: undefined },
    send: ({ password }) => confirmEmail(password),
  });
  const busy = isSubmitting || isDone;
  return (
    <>
      <form {...formProps} className="stack" aria-label="Confirm your email">
        <Refusal message={refusal} />
        <p>One last step: confirm your email address with the password you chose when you registered.</p>
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Confirming…' : 'Confirm my email address'}
        </button>
      </form>
      <NotMe />
    </>
  );
}

/** Asks to confirm the address that the mailed link belongs to. Nothing is sent before the button is pressed. */
export function ConfirmEmail() {
  const { step } = useStore($verification, { ssr: 'initial' });
  useEffect(openMailedLink, []);
  if (step === 'button') return <PressToConfirm />;
  if (step === 'password') return <PasswordToConfirm />;
  return <p role="status">Opening your link…</p>;
}
