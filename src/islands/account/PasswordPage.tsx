import { useStore } from '@nanostores/react';
import type * as z from 'zod/mini';
import { FormError } from '#islands/form/FormError.tsx';
import { PASSWORD_HINT, PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { changePasswordForm, firstPasswordForm } from '#lib/contract/accounts.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import { changePassword } from '#lib/state/accounts/details-and-password.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AccountForms } from './AccountForms.tsx';
import './PasswordPage.css';

interface PasswordValues {
  old_password?: string;
  new_password: string;
  confirm_password: string;
}

const blank = { old_password: '', new_password: '', confirm_password: '' };

/** Changes the password, or sets the first one for a customer who signed up by one-time code. The form is disabled until hydrated. */
export default function PasswordPage() {
  const hydrated = useHydrated();
  const { user } = useStore($auth, { ssr: 'initial' });
  const isFirst = hydrated && user?.customer.has_password === false;
  useToasts();
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: (isFirst ? firstPasswordForm : changePasswordForm) as z.ZodMiniType<PasswordValues, PasswordValues>,
    values: { ...(!isFirst && { old_password: undefined }), new_password: undefined, confirm_password: undefined },
    send: async (values) => {
      const result = await changePassword(values);
      if (result.ok) form.reset(blank);
      return result;
    },
  });
  if (hydrated && user?.customer.guest)
    return (
      <AccountForms>
        <p>{failure.guestPassword}</p>
      </AccountForms>
    );
  return (
    <AccountForms>
      <section aria-labelledby="password-title">
        <h2 id="password-title">{isFirst ? t('Choose a password') : t('Change your password')}</h2>
        <form {...formProps}>
          <fieldset className="stack" disabled={!hydrated}>
            <legend className="visually-hidden">{t('Change password')}</legend>
            {!isFirst && (
              <div className={hydrated ? undefined : 'old-password'}>
                <PasswordField {...field('old_password')} label={t('Old password')} autoComplete="current-password" />
              </div>
            )}
            <PasswordField
              {...field('new_password')}
              label={t('New password')}
              autoComplete="new-password"
              hint={PASSWORD_HINT}
            />
            <PasswordField {...field('confirm_password')} label={t('Confirm password')} autoComplete="new-password" />
            <p className="quiet">{t('You will be signed out on all your other devices.')}</p>
            <FormError message={refusal} />
            <button type="submit" className="button primary" disabled={isSubmitting}>
              {isSubmitting ? t('Saving…') : isFirst ? t('Save password') : t('Change password')}
            </button>
          </fieldset>
        </form>
      </section>
    </AccountForms>
  );
}
