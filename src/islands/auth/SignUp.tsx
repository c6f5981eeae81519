import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { Checkbox } from '#islands/form/Checkbox.tsx';
import { EmailField } from '#islands/form/EmailField.tsx';
import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { PASSWORD_HINT, PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { signUpForm } from '#lib/contract/sign-up.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { signUp } from '#lib/state/auth/sign-up.ts';
import { AuthLink } from './AuthLink.tsx';
import '#styles/ui/form.css';

const untouched = {
  firstname: undefined,
  lastname: undefined,
  email: undefined,
  phone_number: undefined,
  password: undefined,
  terms: undefined,
};

interface Props {
  /** Whether the shop has published its terms, which are linked then. */
  hasTerms: boolean;
}

export default function SignUp({ hasTerms }: Props) {
  const { field, form, formProps, isSubmitting, isDone, refusal } = useActionForm({
    schema: signUpForm,
    values: untouched,
    send: signUp,
  });
  const busy = isSubmitting || isDone;
  useToasts();
  useCaptcha();
  return (
    <div>
      <form {...formProps} className="stack" aria-label={t('Create an account')}>
        <FormError message={refusal} />
        <div className="field-pair">
          <NameFields field={field} />
        </div>
        <EmailField
          {...field('email')}
          autoComplete="email"
          replace={(email) => form.setValue('email', email, { shouldDirty: true, shouldValidate: true })}
        />
        <Field {...field('phone_number')} label={t('Mobile number')} digits="phone" autoComplete="tel-national" />
        <PasswordField {...field('password')} label={t('Password')} autoComplete="new-password" hint={PASSWORD_HINT} />
        <Checkbox {...field('terms')}>
          {hasTerms ? (
            <Sentence
              parts={tParts('I accept the {terms}', {
                terms: (
                  <a href={paths.termsOfUse} target="_blank" rel="noreferrer">
                    {t('terms & conditions')}
                    <span className="visually-hidden">{` ${t('(opens in a new tab)')}`}</span>
                  </a>
                ),
              })}
            />
          ) : (
            <span>{t('I accept the terms & conditions')}</span>
          )}
        </Checkbox>
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? t('Creating your account…') : t('Create account')}
        </button>
      </form>
      <p className="auth-switch">
        <Sentence
          parts={tParts('Have an account already? {link}', { link: <AuthLink to={paths.signIn()}>{t('Sign in')}</AuthLink> })}
        />
      </p>
    </div>
  );
}
