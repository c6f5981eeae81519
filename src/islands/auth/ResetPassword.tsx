import { FormError } from '#islands/form/FormError.tsx';
import { PASSWORD_HINT, PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { newPasswordForm } from '#lib/contract/password-reset.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { setNewPassword } from '#lib/state/auth/forgotten-password.ts';

const mailedToken = (): string => new URLSearchParams(location.search).get('token') ?? '';

export default function ResetPassword() {
  const { field, formProps, isSubmitting, isDone, refusal, code } = useActionForm({
    schema: newPasswordForm,
    values: { password: undefined, password_confirmation: undefined },
    send: (values) => setNewPassword({ ...values, token: mailedToken() }),
  });
  const busy = isSubmitting || isDone;
  useToasts();
  return (
    <div>
      <form {...formProps} className="stack" aria-label={t('New password')}>
        <FormError message={refusal}>
          {code === 'reset_link_invalid' && (
            <p>
              <a href={paths.forgotPassword}>{t('Get a new link')}</a>
            </p>
          )}
        </FormError>
        <PasswordField {...field('password')} label={t('New password')} autoComplete="new-password" hint={PASSWORD_HINT} />
        <PasswordField {...field('password_confirmation')} label={t('Confirm password')} autoComplete="new-password" />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? t('Saving…') : t('Save new password')}
        </button>
      </form>
    </div>
  );
}
