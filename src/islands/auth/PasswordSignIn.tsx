import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { signInForm } from '#lib/contract/auth.ts';
import type { RefusalCode } from '#lib/contract/refusal-codes.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { signInByPassword } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';

/** What the shopper can do about a refusal. */
const advice: { [code in RefusalCode]?: string } = {
  login_refused: 'Check the email and the password. Capital letters count.',
  email_unverified: 'We have just mailed you a new link. Open it, then sign in. Look in the spam folder too.',
};

export function PasswordSignIn() {
  const { field, formProps, isSubmitting, isDone, refusal, code } = useActionForm({
    schema: signInForm,
    values: { email: undefined, password: undefined },
    send: signInByPassword,
  });
  const busy = isSubmitting || isDone;
  const next = code && advice[code];
  return (
    <form {...formProps} className="stack" aria-label="Sign in by password">
      <FormError message={refusal}>{next && <p>{next}</p>}</FormError>
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      <p className="auth-aside">
        <AuthLink to={paths.forgotPassword}>Forgot your password?</AuthLink>
      </p>
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
