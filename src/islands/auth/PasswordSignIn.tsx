import { EmailField } from '#islands/form/EmailField.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import type { RefusalCode } from '#lib/contract/calls/refusal-codes.ts';
import { signInForm } from '#lib/contract/sign-in.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { signInByPassword } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';

const advice: { [code in RefusalCode]?: string } = {
  login_refused: t('Check your email and password. Passwords are case-sensitive.'),
  email_unverified: t(
    'We have just emailed you a new link. Open it, then sign in. If you cannot find the email, check your spam folder.',
  ),
};

export function PasswordSignIn() {
  const { field, form, formProps, isSubmitting, isDone, refusal, code } = useActionForm({
    schema: signInForm,
    values: { email: undefined, password: undefined },
    send: signInByPassword,
  });
  const busy = isSubmitting || isDone;
  const next = code && advice[code];
  return (
    <form {...formProps} className="stack" aria-label={t('Sign in with a password')}>
      <FormError message={refusal}>{next && <p>{next}</p>}</FormError>
      <EmailField
        {...field('email')}
        autoComplete="username"
        replace={(email) => form.setValue('email', email, { shouldDirty: true, shouldValidate: true })}
      />
      <PasswordField {...field('password')} label={t('Password')} autoComplete="current-password" />
      <p className="auth-aside">
        <AuthLink to={paths.forgotPassword}>{t('Forgot your password?')}</AuthLink>
      </p>
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? t('Signing in…') : t('Sign in')}
      </button>
    </form>
  );
}
